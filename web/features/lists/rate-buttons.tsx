import { use } from 'react';
import { ratings } from '#shared/ratings.ts';
import type { ListedDocument } from '#web/api/lists.ts';
import classes from './rate-buttons.module.css';
import { ratingNames } from './rating-names.ts';
import { Reason } from './reason.tsx';
import { RatingsContext } from './use-ratings.ts';

/** Three buttons that rate a hit, of which one is pressed, and the reason once it is rated. */
export function RateButtons({ document, title }: { document: ListedDocument; title: string }) {
  const rated = use(RatingsContext);
  const item = rated?.itemOf(document);
  return (
    <div className={classes.rate}>
      <fieldset aria-label={`Rate ${title}`} className={classes.buttons}>
        {ratings.map((rating) => (
          <button
            key={rating}
            type="button"
            className={classes.button}
            data-rate={rating}
            aria-pressed={item?.rating === rating}
            onClick={() => rated?.rate({ ...document, title }, rating)}
          >
            {ratingNames[rating]}
          </button>
        ))}
      </fieldset>
      {item?.rating && rated?.list && <Reason listId={rated.list.list_id} item={item} />}
    </div>
  );
}
