import { Button } from '@mantine/core';
import { catalogs } from '#shared/catalogs.ts';
import { LandingSection } from './landing-section.tsx';
import { Points } from './points.tsx';
import classes from './split.module.css';

const points = [
  {
    title: catalogs.us_patents.name,
    text: 'Publications with assignee, classification, kind code and their priority, publication and grant dates.',
  },
  {
    title: catalogs.wikipedia.name,
    text: 'Articles of the encyclopedia, each with the link to its page.',
  },
  {
    title: catalogs.arxiv.name,
    text: 'Preprints with authors, categories and the date of the last update.',
  },
];

/** The ready-made catalogues, and the offer to do the work for the customer. */
export function CatalogSections({ salesEmail }: { salesEmail: string | undefined }) {
  return (
    <>
      <LandingSection title="Don't reinvent the wheel">
        <div className={classes.split}>
          <p className={classes.text}>
            A search that understands a field takes cleaning, training, evaluation, hosting and
            somebody to watch it. You can hand in a file and use the result instead.
          </p>
          <div className={classes.offer}>
            <h3>Done for you</h3>
            <p>
              Our people take over the whole integration: data cleaning, hyperparameter tuning,
              training and hosting.
            </p>
            {salesEmail && (
              <Button component="a" href={`mailto:${salesEmail}`}>
                Talk to sales
              </Button>
            )}
          </div>
        </div>
      </LandingSection>
      <LandingSection title="Data Catalogs">
        <Points points={points} columns={3} />
      </LandingSection>
    </>
  );
}
