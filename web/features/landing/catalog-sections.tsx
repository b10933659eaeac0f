import { Button } from '@mantine/core';
import { LandingSection } from './landing-section.tsx';
import { Points } from './points.tsx';
import classes from './split.module.css';

const catalogs = [
  {
    title: 'Patents',
    text: 'Publications with assignee, classification, kind code and their priority, publication and grant dates.',
  },
  { title: 'Wikipedia', text: 'Articles of the encyclopedia, each with the link to its page.' },
  { title: 'Arxiv', text: 'Preprints with authors, categories and the date of the last update.' },
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
        <Points points={catalogs} columns={3} />
      </LandingSection>
    </>
  );
}
