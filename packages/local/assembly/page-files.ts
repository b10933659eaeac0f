import { runInNewContext } from 'node:vm';
import type { Resource } from './resource.ts';

/** Gives the file that answers a path: what the template's CloudFront function makes of a request for it. */
export type PageFile = (path: string) => string;

/** Runs the code of the template's CloudFront function. Throws if the template does not have exactly one. */
export function pageFiles(resources: readonly Resource[]): PageFile {
  const functions = resources.filter(({ type }) => type === 'AWS::CloudFront::Function');
  if (functions.length !== 1) {
    throw new Error(`The template has ${functions.length} CloudFront functions instead of one`);
  }
  const handler = runInNewContext(`${functions[0]!.properties.FunctionCode}; handler`);
  return (uri) => handler({ request: { uri } }).uri;
}
