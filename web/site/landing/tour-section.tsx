import { useState } from 'react';
import assistantDark from '#web/site/pictures/assistant-dark.png';
import assistantLight from '#web/site/pictures/assistant-light.png';
import patentDark from '#web/site/pictures/patent-dark.png';
import patentLight from '#web/site/pictures/patent-light.png';
import searchDark from '#web/site/pictures/search-dark.png';
import searchLight from '#web/site/pictures/search-light.png';
import { useRotation } from '#web/site/use-rotation.ts';
import { Section } from './section.tsx';
import classes from './tour-section.module.css';

/** Taken from the running product by `npm run screenshots`. */
const slides = [
  {
    name: 'Search',
    text: 'Each hit has its best passage first, and says why it is one.',
    light: searchLight,
    dark: searchDark,
    alt: 'Search page: a query, its hits with scores, passages and the words that are near in meaning.',
  },
  {
    name: 'Ask Dexi',
    text: 'The assistant answers in sentences whose quotes are checked against the patents, word by word.',
    light: assistantLight,
    dark: assistantDark,
    alt: 'Chat page: an answer of the assistant with numbered citations of patents.',
  },
  {
    name: 'Read the patent',
    text: 'Claims, numbered paragraphs, dates and family, open at the passage that was found.',
    light: patentLight,
    dark: patentDark,
    alt: 'Reader page: a patent with its facts, its claims and a marked passage.',
  },
] as const;

const slideMs = 5000;
const size = { width: 1120, height: 760 };

/** Pictures of the product, one after the other. They pause under the pointer and while one of them has the focus. */
export function TourSection() {
  const [pointed, setPointed] = useState(false);
  const [stopped, setStopped] = useState(false);
  const { current, setCurrent } = useRotation({
    count: slides.length,
    everyMs: slideMs,
    resting: pointed || stopped,
  });
  const slide = slides[current]!;
  return (
    <Section title="See it work">
      <section
        className={classes.tour}
        aria-roledescription="carousel"
        aria-label="Pictures of the product"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setStopped(true)}
        onBlur={() => setStopped(false)}
      >
        <div className={classes.names}>
          {slides.map(({ name, text }, position) => (
            <button
              key={name}
              type="button"
              aria-pressed={position === current}
              onClick={() => setCurrent(position)}
            >
              <strong>{name}</strong>
              <span>{text}</span>
            </button>
          ))}
        </div>
        <div className={classes.pictures}>
          {slides.map(({ name, light, dark, alt }) => (
            <div key={name} className={classes.picture} data-current={name === slide.name}>
              <img {...size} src={light} alt={alt} loading="lazy" data-scheme="light" />
              <img {...size} src={dark} alt={alt} loading="lazy" data-scheme="dark" />
            </div>
          ))}
        </div>
      </section>
    </Section>
  );
}
