import { randomUUID } from 'node:crypto';
import { changesKey } from '#shared/patent-document-key.ts';
import { type LoadCommand, UsageError } from './arguments.ts';
import { catalogs } from './catalogs.ts';
import {
  type Checkpoint,
  newCheckpoint,
  readCheckpoint,
  removeCheckpoint,
  writeCheckpoint,
} from './checkpoint.ts';
import { DeliveredDocuments } from './delivery/delivered-documents.ts';
import { fetchServed } from './delivery/fetch-served.ts';
import { servedVersions } from './delivery/served.ts';
import { versionsBelow } from './delivery/waiting.ts';
import { BucketDocuments } from './destination/bucket-documents.ts';
import { BucketFile, createUpload, datasetKey, deliveryKey } from './destination/bucket-file.ts';
import type { Destination } from './destination/destination.ts';
import type { Documents } from './destination/documents.ts';
import { DocumentsFile } from './destination/documents-file.ts';
import { LocalFile } from './destination/local-file.ts';
import {
  type Installation,
  openInstallation,
  serveDelivery,
  servedDocuments,
  servedVersion,
} from './environment.ts';
import { type Fingerprint, fingerprint, isSame } from './input/fingerprint.ts';
import { inputFiles } from './input/input-files.ts';
import { PieceStore } from './join/piece-store.ts';
import { load } from './load.ts';
import { Progress } from './progress.ts';
import { RejectsFile } from './rejects-file.ts';
import { applyWaiting, startAndAwaitBuild } from './run-build.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

/** Loads a catalogue, or resumes a load that was interrupted. */
export async function runLoad(
  command: LoadCommand,
  open: typeof openInstallation = openInstallation,
): Promise<void> {
  const inputs = inputFiles(command.from).map(fingerprintOf);
  const folder = openWorkFolder(command.folder, command.catalog);
  try {
    const installation = command.environment && (await open(command.environment));
    if (command.restart) await forget(folder, installation || undefined);
    const known = readCheckpoint(folder.checkpoint);
    if (known) requireSame(known, command, inputs);
    const begun = known ?? (await begin(command, inputs, folder, installation || undefined));
    if (known) console.error(`Resuming after ${known.counts.rows.toLocaleString('en')} rows.`);
    await finish(begun, command, folder, installation || undefined);
  } finally {
    folder.release();
  }
}

function fingerprintOf(file: string): Fingerprint {
  try {
    return fingerprint(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function begin(
  command: LoadCommand,
  inputs: readonly Fingerprint[],
  folder: WorkFolder,
  installation: Installation | undefined,
): Promise<Checkpoint> {
  const { isDelivery, catalog } = command;
  const served =
    installation && catalogs[catalog].hasDocuments
      ? await servedDocuments(installation, catalog)
      : undefined;
  if (isDelivery) requireServed(served, catalog);
  const checkpoint: Checkpoint = {
    ...newCheckpoint(requestOf(command), inputs),
    upload: installation && (await beginUpload(installation, catalog, isDelivery)),
    ...(isDelivery
      ? { replacedDocuments: served?.documents_version }
      : served && { servedBefore: served.documents_version ?? null }),
  };
  writeCheckpoint(folder.checkpoint, checkpoint);
  return checkpoint;
}

/** @throws Error if a delivery cannot be added now */
function requireServed(
  served: Awaited<ReturnType<typeof servedDocuments>> | undefined,
  id: string,
) {
  if (!served?.documents_version) {
    throw new Error(`There are no documents of ${id} to add to: load it without --add first.`);
  }
  if (served.is_being_replaced) {
    throw new Error(
      `A full load is replacing the documents of ${id}. Finish it (npm run catalog -- build ${id}), then add the delivery.`,
    );
  }
}

function beginUpload(installation: Installation, catalog: string, isDelivery: boolean) {
  const loadId = randomUUID();
  const key = isDelivery ? deliveryKey(catalog, loadId) : datasetKey(catalog);
  return createUpload(installation, key, loadId);
}

const requestOf = (command: LoadCommand) => {
  const { catalog, environment, limit, partBytes, patentTexts, isDelivery } = command;
  return {
    catalog,
    environment,
    limit,
    ...(isDelivery && { isDelivery }),
    partBytes,
    patentTexts,
  };
};

/** @throws Error if the options or files differ from those of the interrupted load */
function requireSame(known: Checkpoint, command: LoadCommand, inputs: readonly Fingerprint[]) {
  const asked = JSON.stringify(requestOf(command));
  const paths = (files: readonly Fingerprint[]) => files.map(({ path }) => path).join('\n');
  if (asked !== JSON.stringify(known.request) || paths(inputs) !== paths(known.inputs)) {
    throw new Error(
      `A load with other files or options was started in ${command.folder}. Repeat that command to resume it, or start over with --restart.`,
    );
  }
  const changed = inputs.find((input, i) => !isSame(input, known.inputs[i]!));
  if (changed) {
    throw new Error(
      `${changed.path} has changed since the load was started. Start over with --restart.`,
    );
  }
}

function openDestination(
  checkpoint: Checkpoint,
  folder: WorkFolder,
  installation: Installation | undefined,
): Destination {
  const { upload, parts, bytes } = checkpoint;
  return upload && installation
    ? new BucketFile(installation, upload, folder.dataset, parts)
    : new LocalFile(folder.dataset, bytes);
}

/** Where the documents of a catalogue go, if it has any. */
function openDocuments(
  { request, upload, documentsBytes, replacedDocuments }: Checkpoint,
  folder: WorkFolder,
  installation: Installation | undefined,
  pieces?: PieceStore,
): Documents | undefined {
  if (!catalogs[request.catalog].hasDocuments) return undefined;
  if (request.isDelivery && upload && installation && pieces) {
    const served = { versions: servedVersions(installation), served: replacedDocuments! };
    return new DeliveredDocuments(installation, upload.loadId, pieces, served);
  }
  return upload && installation
    ? new BucketDocuments(installation, upload.loadId)
    : new DocumentsFile(folder.documents, documentsBytes, folder.links);
}

/** Does everything that is left after a checkpoint. */
async function finish(
  begun: Checkpoint,
  command: LoadCommand,
  folder: WorkFolder,
  installation: Installation | undefined,
): Promise<void> {
  const destination = openDestination(begun, folder, installation);
  const { hasDocuments } = catalogs[begun.request.catalog];
  const pieces = hasDocuments ? new PieceStore(folder.pieces, begun.pieces) : undefined;
  const documents = openDocuments(begun, folder, installation, pieces);
  const rejects = new RejectsFile(folder.rejects, begun.rejectsBytes);
  try {
    let checkpoint = begun;
    const note = (change: Partial<Checkpoint>) => {
      checkpoint = { ...checkpoint, ...change };
      writeCheckpoint(folder.checkpoint, checkpoint);
    };
    if (checkpoint.stage === 'reading' || checkpoint.stage === 'joining') {
      const totalBytes = begun.inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      const progress = new Progress(totalBytes, process.stderr);
      try {
        checkpoint = await load(catalogs[begun.request.catalog], begun, {
          destination,
          documents,
          pieces,
          rejects,
          checkpointPath: folder.checkpoint,
          complete: (read) => completed(read, begun, installation),
          progress: (counts, consumedBytes) => progress.update(counts, consumedBytes),
        });
      } finally {
        progress.end();
      }
    }
    if (checkpoint.stage === 'read') {
      if (installation && !command.replacesDeliveries) {
        await requireNothingAdded(installation, checkpoint);
      }
      if (pieces) await documents?.addLinks(...pieces.filedLinks());
      await documents?.finish();
      await destination.finish();
      note({ stage: 'stored' });
    }
    report(checkpoint, folder);
    if (installation && begun.request.isDelivery) {
      if (checkpoint.stage === 'stored') {
        await serveDelivery(installation, begun.request.catalog, {
          documents_version: begun.upload!.loadId,
          replaces: begun.replacedDocuments!,
        });
        note({ stage: 'served' });
      }
      console.log(`Documents and citations serve now. ${changesOf(begun, pieces)}`);
      await follow(installation, command, checkpoint.buildId, folder, note);
    } else if (installation) {
      const replaces = command.replacesDeliveries ? undefined : begun.servedBefore;
      const known = {
        buildId: checkpoint.buildId,
        replacedDocuments: checkpoint.replacedDocuments,
        documents: documents && begun.upload && { version: begun.upload.loadId, replaces },
      };
      await startAndAwaitBuild(installation, begun.request.catalog, known, note);
    }
    pieces?.discard();
    removeCheckpoint(folder.checkpoint);
  } finally {
    destination.close();
    documents?.close();
    pieces?.close();
    rejects.close();
  }
}

/** Lets the index follow a delivery, by a build of its own or by the next one. */
async function follow(
  installation: Installation,
  { catalog, builds, environment }: LoadCommand,
  buildId: string | undefined,
  folder: WorkFolder,
  started: (build: { buildId?: string }) => void,
): Promise<void> {
  if (!builds) {
    console.log(
      `Search follows with the next build: npm run catalog -- build ${catalog} --env ${environment}`,
    );
    return;
  }
  if (!buildId) await applyWaiting(installation, catalog, folder);
  await startAndAwaitBuild(installation, catalog, { buildId }, started);
}

/** A full load replaces what serves, and with it deliveries that were added after it had begun. @throws Error if there are some */
async function requireNothingAdded(
  installation: Installation,
  { request, servedBefore }: Checkpoint,
): Promise<void> {
  if (request.isDelivery || servedBefore === undefined) return;
  const served = await servedVersion(installation, request.catalog);
  if ((served ?? null) === servedBefore) return;
  throw new Error(
    'Deliveries were added since this load began, and it does not have them. Run the same command with --replace to publish it all the same, then add them again.',
  );
}

/** `Documents: 3 added, 1 withdrawn (patent-documents/…/changes.json.gz).` */
function changesOf({ upload }: Checkpoint, pieces: PieceStore | undefined): string {
  const changes = pieces?.changes() ?? [];
  const counts = (['added', 'changed', 'withdrawn'] as const).flatMap((kind) => {
    const count = changes.filter(({ change }) => change === kind).length;
    return count > 0 ? `${count.toLocaleString('en')} ${kind}` : [];
  });
  return `Documents: ${counts.join(', ') || 'none changed'} (${changesKey(upload!.loadId)}).`;
}

/** Of a delivery, adds the served documents that it concerns. */
async function completed(
  pieces: PieceStore,
  { request, replacedDocuments }: Checkpoint,
  installation: Installation | undefined,
): Promise<void> {
  if (!request.isDelivery || !installation || !replacedDocuments) return;
  await fetchServed(pieces, servedVersions(installation), replacedDocuments);
}

/** Whether the documents of a load serve, or may: it was interrupted after they were stored. */
async function serves(
  installation: Installation | undefined,
  { stage, upload, request }: Checkpoint,
): Promise<boolean> {
  if (!installation || !upload || (stage !== 'stored' && stage !== 'served')) return false;
  const served = await servedDocuments(installation, request.catalog);
  if (served.is_being_replaced || !served.documents_version) return true;
  const versions = await versionsBelow(installation, served.documents_version);
  return versions.includes(upload.loadId);
}

async function forget(folder: WorkFolder, installation: Installation | undefined): Promise<void> {
  let known: Checkpoint | undefined;
  try {
    known = readCheckpoint(folder.checkpoint);
  } catch {
    // An unreadable checkpoint is discarded too.
  }
  if (known) {
    await openDestination({ ...known, bytes: 0 }, folder, installation).discard();
    if (!(await serves(installation, known))) {
      const documents = openDocuments({ ...known, documentsBytes: 0 }, folder, installation);
      await documents?.discard();
    }
    if (catalogs[known.request.catalog].hasDocuments) new PieceStore(folder.pieces, 0).discard();
  }
  removeCheckpoint(folder.checkpoint);
}

function report({ counts, bytes, upload }: Checkpoint, folder: WorkFolder): void {
  const say = (count: number, what: string) => `${what}: ${count.toLocaleString('en')}`;
  console.log(
    [
      `${upload ? `${upload.bucket}/${upload.key}` : folder.dataset}`,
      say(counts.rows, 'rows'),
      say(bytes, 'bytes'),
      say(counts.documents, 'documents'),
      say(counts.skipped, 'skipped'),
      say(counts.cut, 'texts truncated to 4 MB'),
      `${say(counts.rejects, 'rejected')}${counts.rejects ? ` (${folder.rejects})` : ''}`,
    ].join('\n  '),
  );
}
