import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router-dom';
import classes from './hero.module.css';
import { phrases, RotatingPhrase } from './rotating-phrase.tsx';
import { Specimen } from './specimen.tsx';

export function Hero() {
  return (
    <div className={classes.hero}>
      <div>
        <h1 className={classes.headline}>
          <span aria-hidden>Semantic</span>
          <RotatingPhrase />
          <VisuallyHidden>Semantic {phrases.join(', ')}</VisuallyHidden>
        </h1>
        <p className={classes.lead}>
          Antecede finds texts by what they mean, not by the words they happen to use. Upload a CSV
          and get a hosted index with an API, or start with patents, an encyclopedia and preprints
          that are ready to query.
        </p>
        <div className={classes.call}>
          <Button component={Link} to="/sign-up" size="md">
            Start your free trial
          </Button>
          <span className={classes.note}>No credit card required</span>
        </div>
      </div>
      <Specimen />
    </div>
  );
}
