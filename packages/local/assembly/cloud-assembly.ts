import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One stack as `cdk synth` wrote it. */
export interface StackTemplate {
  name: string;
  region: string;
  account: string;
  template: Template;
  /** Directory or file of each asset of the stack, by content hash. */
  assets: ReadonlyMap<string, string>;
}

/** The sections of a CloudFormation template that the local cloud reads. */
interface Template {
  Parameters?: Record<string, { Type: string; Default?: unknown }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
  Resources?: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}

export interface TemplateResource {
  Type: string;
  Condition?: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
}

interface Manifest {
  artifacts?: Record<
    string,
    {
      type: string;
      /** Account and region, for instance `aws://000000000000/eu-west-1`. */
      environment?: string;
      properties?: { templateFile?: string; file?: string; stackName?: string };
      dependencies?: string[];
    }
  >;
}

interface AssetManifest {
  files?: Record<string, { source: { path?: string } }>;
}

/**
 * Reads a synthesized cloud assembly (`cdk.out`). `replace` changes the text of every template; it puts an address
 * that is known only at run time into a cached assembly.
 */
export async function readCloudAssembly(
  directory: string,
  replace: (text: string) => string = (text) => text,
): Promise<StackTemplate[]> {
  const json = async (file: string) => {
    try {
      return JSON.parse(replace(await readFile(join(directory, file), 'utf8')));
    } catch (error) {
      throw new Error(
        `The build ${directory} is damaged (${file}: ${(error as Error).message}). Delete that folder; it is made again.`,
        { cause: error },
      );
    }
  };
  const manifest: Manifest = await json('manifest.json');
  const artifacts = manifest.artifacts ?? {};
  const stacks: StackTemplate[] = [];
  for (const [id, artifact] of Object.entries(artifacts)) {
    if (artifact.type === 'cdk:cloud-assembly') {
      throw new Error(`cloud assembly ${id}: nested assemblies (stages) are not read`);
    }
    if (artifact.type !== 'aws:cloudformation:stack') continue;
    const assets = new Map<string, string>();
    for (const dependency of artifact.dependencies ?? []) {
      const other = artifacts[dependency];
      if (other?.type !== 'cdk:asset-manifest' || !other.properties?.file) continue;
      const files: AssetManifest = await json(other.properties.file);
      for (const [hash, file] of Object.entries(files.files ?? {})) {
        if (file.source.path) assets.set(hash, join(directory, file.source.path));
      }
    }
    const template: Template = await json(artifact.properties?.templateFile ?? '');
    const [account = '', region = ''] = (artifact.environment ?? '')
      .replace('aws://', '')
      .split('/');
    if (region.startsWith('unknown')) throw new Error(`stack ${id} names no region`);
    stacks.push({ name: artifact.properties?.stackName ?? id, region, account, template, assets });
  }
  return stacks;
}
