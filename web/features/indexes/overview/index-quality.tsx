import { useQuery } from '@tanstack/react-query';
import type { Index, IndexQuality as Quality } from '#shared/contract/indexes.ts';
import { indexQualityQuery } from '#web/api/index-build.ts';
import { isBuilding } from '#web/api/indexes.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { Score } from '#web/ui/chart/score.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { placeNames } from '../build-estimate.tsx';
import {
  buildTime,
  describeTest,
  isMeasured,
  marginOf,
  namesOfLanguages,
  percent,
} from './describe-quality.ts';
import classes from './index-quality.module.css';
import { RebuildIndex } from './rebuild-index.tsx';

/** What the build measured about the index, in words. */
export function IndexQuality({ index }: { index: Index }) {
  return (
    <Section title="Quality">
      <Loaded
        query={useQuery(indexQualityQuery(index))}
        failure="The quality of the index could not be loaded"
        skeleton={{ shape: 'figures', label: 'Loading quality' }}
      >
        {(quality) => <Card index={index} quality={quality} />}
      </Loaded>
    </Section>
  );
}

function Card({ index, quality }: { index: Index; quality: Quality }) {
  const {
    rows,
    rejects,
    repairs,
    terms,
    dimensions,
    languages,
    nearest,
    build_seconds,
    placement,
  } = quality;
  return (
    <>
      <p className={classes.lead}>
        Measured on the rows of this index when it was built, without labelled examples.
      </p>
      <dl className={classes.card}>
        <div>
          <dt>Rows</dt>
          <dd>
            {formatCount(rows, 'row')} can be found,{' '}
            {rejects === 0
              ? 'none was left out'
              : `${formatNumber(rejects)} left out as unreadable`}
            .
            {repairs > 0 &&
              ` ${formatCount(repairs, 'row')} had a delimiter in their text, which was joined again, or damaged characters, which became �.`}
          </dd>
        </div>
        <div>
          <dt>Vocabulary</dt>
          <dd>
            {formatCount(terms, 'word')} in {formatCount(dimensions, 'dimension')} of meaning.
            {namesOfLanguages(languages)}
          </dd>
        </div>
        <div>
          <dt>Place</dt>
          <dd>{placeNames[placement]}.</dd>
        </div>
        {build_seconds !== undefined && (
          <div>
            <dt>Build</dt>
            <dd>Ready after {buildTime(build_seconds)}.</dd>
          </div>
        )}
        {quality.changes && (
          <div className={classes.wide}>
            <dt>Changed since</dt>
            <Changes index={index} changes={quality.changes} />
          </div>
        )}
        {quality.vectors && <Vectors {...quality.vectors} />}
        <div className={classes.wide}>
          <dt>Finding the other half of a text</dt>
          <HalfDocuments quality={quality} />
        </div>
        {nearest && (
          <div className={classes.wide}>
            <dt>Nearest rows</dt>
            <dd>
              {percent(nearest.recall)} ± {percent(nearest.margin)} of the{' '}
              {formatCount(Math.min(100, Math.ceil(rows / 4)), 'row')} nearest in meaning are found,
              compared with reading every row. Asked {formatCount(nearest.queries, 'time')}; the
              range is a 95 % confidence interval.
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** The column of vectors: how many rows have one, and what they count. */
function Vectors({ rows, weight, is_set, ndcg, ndcg_without }: NonNullable<Quality['vectors']>) {
  return (
    <div className={classes.wide}>
      <dt>Vectors</dt>
      <dd>
        {formatCount(rows, 'row')} with a vector. Beside words, which count 0 to 1, they count{' '}
        {formatNumber(weight)}, {is_set ? 'as was set' : 'as the test below has chosen'}: with them
        it finds {ndcg.toFixed(3)}, without {ndcg_without.toFixed(3)} (nDCG@10). The vector of a
        query is guessed there from the rows that its words find.
      </dd>
    </div>
  );
}

/** How far the rows have drifted from those that the index learned. A build is offered where it helps. */
function Changes({ index, changes }: { index: Index; changes: NonNullable<Quality['changes']> }) {
  const { added, removed, new_words, new_words_of_index, rebuild_advised } = changes;
  const { nearness, nearness_of_index } = changes;
  return (
    <dd>
      <p>
        {formatCount(added, 'row')} added, {formatNumber(removed)} replaced or deleted.
        {added > 0 &&
          ` The index did not learn ${percent(new_words)} of the words of the added rows, and ${percent(new_words_of_index)} of those that it was built from.`}
        {nearness !== undefined &&
          nearness_of_index !== undefined &&
          ` In meaning they are ${nearness.toFixed(2)} near to these, which are ${nearness_of_index.toFixed(2)} near to each other (cosines).`}
      </p>
      {rebuild_advised && !isBuilding(index) && (
        <div className={classes.advice}>
          <span>They differ from the rows that the index learned. A build learns them, too.</span>
          <RebuildIndex index={index} label="Rebuild" />
        </div>
      )}
    </dd>
  );
}

function HalfDocuments({ quality }: { quality: Quality }) {
  const { half_documents, lexical_ndcg, concept_ndcg, mixed_ndcg } = quality;
  if (!isMeasured(quality)) {
    return (
      <dd>
        Too few rows to measure: {formatCount(half_documents, 'text')} could be cut in two, and a
        mean over so few may be off by more than 0.1.
      </dd>
    );
  }
  const scores = [
    { name: 'By its words alone', value: lexical_ndcg },
    { name: 'By its meaning alone', value: concept_ndcg },
    { name: 'As this index ranks: both', value: mixed_ndcg },
  ];
  return (
    <dd>
      <p>
        {formatCount(half_documents, 'text')} were cut in two. A search with a few words of one half
        should find the other half. 1 means that it always came first, 0 that it was never among the
        first ten (nDCG@10). Each figure is within ± {marginOf(half_documents).toFixed(2)} (95 %
        confidence, at most).
      </p>
      <ul className={classes.scores}>
        {scores.map(({ name, value }) => (
          <li key={name}>
            <span>{name}</span>
            <Score value={value} />
          </li>
        ))}
      </ul>
      <p>
        {describeTest(quality)} Both halves share the words of their author, so the test favours
        words.
      </p>
    </dd>
  );
}
