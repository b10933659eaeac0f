import button from '#web/site/button.module.css';
import classes from './hero.module.css';
import { phrases, RotatingPhrase } from './rotating-phrase.tsx';
import { TrySearch } from './try-search.tsx';

export function Hero() {
  return (
    <div className={classes.hero}>
      <div>
        <h1 className={classes.headline}>
          <span aria-hidden>Semantic</span>
          <RotatingPhrase />
          <span className={classes.spoken}>Semantic {phrases.join(', ')}</span>
        </h1>
        <p className={classes.lead}>
          Antecede finds texts by what they mean, not by the words they happen to use: patents that
          stand in your way, or the rows of your own dataset.
        </p>
        <div className={classes.call}>
          <a href="/sign-up" className={`${button.button} ${button.filled} ${button.large}`}>
            Start your free trial
          </a>
          <span className={classes.note}>No credit card required</span>
        </div>
        <ul className={classes.facts}>
          <li>24/7 support</li>
          <li>Every score can be opened and read</li>
          <li>Your own AWS account, or one laptop with one command</li>
          <li>Texts reach an outside model only where the operator connects one</li>
        </ul>
      </div>
      <TrySearch />
    </div>
  );
}
