import { useId } from 'react';
import classes from './language-choice.module.css';

interface LanguageChoiceProps<Language extends string> {
  /** What the choice is for: "Language of: A search". */
  label: string;
  languages: readonly Language[];
  value: Language;
  onChange: (language: Language) => void;
}

/**
 * One of a few languages. Mantine's `SegmentedControl` measures itself when it is rendered, and a page has many: this
 * one is a quarter of the work of showing the page.
 */
export function LanguageChoice<Language extends string>(props: LanguageChoiceProps<Language>) {
  const { label, languages, value, onChange } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.choice}>
      {languages.map((language) => (
        <label key={language} className={classes.language}>
          <input
            type="radio"
            name={name}
            checked={language === value}
            onChange={() => onChange(language)}
          />
          {language}
        </label>
      ))}
    </div>
  );
}
