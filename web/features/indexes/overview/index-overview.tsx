import { Anchor, Progress } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { errorCatalog } from '#shared/errors.ts';
import { formatBytes } from '#shared/limits.ts';
import { isBuilding } from '#web/api/indexes.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';
import { placeNames } from '../build-estimate.tsx';
import { IndexStatus, stageName } from '../index-status.tsx';
import { describePace, useBuildPace } from './build-pace.ts';
import { CancelBuild } from './cancel-build.tsx';
import classes from './index-overview.module.css';
import { RebuildIndex } from './rebuild-index.tsx';

/** The version as the specification words it: that of the record for patents, fixed ones for all others. */
function shownVersion({ item_id, builtin, version }: Index): string {
  if (!builtin) return 'v5.0';
  return item_id === 'us_patents' ? `v${version}` : 'v2.0';
}

const isRebuildable = (index: Index) =>
  index.status === 'Active' && !index.builtin && !isBuilding(index) && !index.failure;

/** Endpoint of an index, progress of its build, or the reason why the build failed. */
export function IndexOverview({ index }: { index: Index }) {
  return (
    <Section
      title="Index Overview"
      actions={isRebuildable(index) && <RebuildIndex index={index} label="Rebuild" />}
    >
      <dl className={classes.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <IndexStatus index={index} brief />
          </dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>{shownVersion(index)}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            {formatDateTime(index.created_at)} by {index.author}
          </dd>
        </div>
        <div>
          <dt>Last updated</dt>
          <dd>{formatDateTime(index.modified_at)}</dd>
        </div>
      </dl>
      {index.status === 'Active' && <Endpoint index={index} />}
      {isBuilding(index) && <BuildProgress index={index} />}
      {index.failure && <BuildFailure index={index} failure={index.failure} />}
    </Section>
  );
}

function Endpoint({ index }: { index: Index }) {
  return (
    <>
      <div className={classes.endpoint} data-tour="endpoint">
        <span className={classes.endpointLabel}>API endpoint</span>
        <code className={classes.url}>{index.api_endpoint}</code>
        <CopyIcon value={index.api_endpoint} label="Copy endpoint" />
      </div>
      <p className={classes.links} data-tour="api-links">
        <Anchor component={Link} to={`/search?index=${index.item_id}`} size="sm">
          Search this index
        </Anchor>
        <Anchor component={Link} to={`/swagger/${index.item_id}`} size="sm">
          API Specification
        </Anchor>
        <Anchor
          component={Link}
          to={`/docs/${index.builtin ? index.item_id : index.name}`}
          size="sm"
        >
          Full documentation
        </Anchor>
      </p>
    </>
  );
}

function BuildProgress({ index }: { index: Index }) {
  const { stage, percent, rows, rejects, read, placement } = index.progress;
  const pace = useBuildPace(index.progress);
  return (
    <div className={classes.build}>
      <Notice>
        {index.status === 'Active'
          ? 'A new version of the index is being built. Until it is ready, the index answers as before.'
          : errorCatalog.IndexNotReady.message}
      </Notice>
      <Progress value={percent} size={6} aria-label="Progress of the build" />
      <p className={classes.buildText}>
        <span>{stageName(index)}</span>
        {stage === 'queued' && (
          <span>Begins at once, or after older builds of your organization</span>
        )}
        <span>{Math.floor(percent)} %</span>
        {read && (
          <span>
            {formatBytes(read.bytes)} of {formatBytes(read.of)}
          </span>
        )}
        {rows > 0 && <span>{formatCount(rows, 'row')} indexed</span>}
        {rejects > 0 && <span>{formatCount(rejects, 'row')} rejected</span>}
        {placement === 'cluster' && <span>{placeNames.cluster}</span>}
        {pace && describePace(pace).map((text) => <span key={text}>{text}</span>)}
      </p>
      {!index.builtin && <CancelBuild index={index} />}
    </div>
  );
}

function BuildFailure({ index, failure }: { index: Index; failure: string }) {
  return (
    <div className={classes.build}>
      <Notice kind="danger">
        {index.status === 'Active' && 'The new version could not be built: '}
        {failure}
      </Notice>
      {!index.builtin && (
        <div>
          <RebuildIndex index={index} label="Build it again" />
        </div>
      )}
    </div>
  );
}
