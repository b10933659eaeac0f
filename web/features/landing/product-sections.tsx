import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { LandingSection } from './landing-section.tsx';
import { Points } from './points.tsx';

const whys = [
  {
    title: 'Trained on your own rows',
    text: 'An index learns the language of your field from the dataset you upload. There is no model to choose and no vocabulary to maintain.',
  },
  {
    title: 'Hosted, with an API',
    text: 'Each index has an endpoint and secret keys of its own. One POST with a text answers with the rows that are nearest in meaning.',
  },
  {
    title: 'Yours alone',
    text: 'Datasets, indexes and keys belong to your organization. Nobody else can see or query them, and a deleted key stops working at once.',
  },
];

const steps = [
  { title: 'Upload a CSV', text: 'One row per document, up to 2 GB straight from the browser.' },
  {
    title: 'Assign columns',
    text: 'Choose the column to search and those that come back with each result.',
  },
  {
    title: 'Query it',
    text: 'Training and hosting happen on our side. A mail tells you when the index is ready.',
  },
];

const technologies = [
  {
    title: 'Published methods',
    text: 'BM25, latent semantic analysis and term vectors, fitted to your rows. What a score is made of can be read beside each result.',
  },
  {
    title: 'Plain formats',
    text: 'CSV in, JSON out, every call described by OpenAPI. Leaving is as easy as coming.',
  },
  {
    title: 'No borrowed model',
    text: 'Nothing is downloaded, and no text is sent to somebody else to be understood.',
  },
];

const reasons = [
  {
    title: 'Other words, same idea',
    text: 'An unmanned aircraft, a quadcopter and a drone are one thing to a reader. An index learns it from the texts in which they meet.',
  },
  {
    title: 'Whole paragraphs as queries',
    text: 'Paste an abstract or a complete claim. There is no query language to learn and no Boolean string to tune.',
  },
  {
    title: 'A ranking, not a heap',
    text: 'Each result carries a score between 0 and 1 that can be compared between queries of one index.',
  },
  {
    title: 'Nothing hangs on one keyword',
    text: 'Prior art is seldom worded the way you would word it. Searching by meaning finds what a keyword list leaves out.',
  },
];

/** What the product is. */
export function WhySection() {
  return (
    <LandingSection id="product" title="Why Antecede">
      <Points points={whys} columns={3} />
    </LandingSection>
  );
}

/** How it is used, what it is built on, and why meaning beats keywords. */
export function MethodSections() {
  return (
    <>
      <LandingSection title="From a file to an API">
        <Points points={steps} columns={3} numbered />
      </LandingSection>
      <LandingSection title="Built on open technologies">
        <Points points={technologies} columns={3} />
      </LandingSection>
      <LandingSection title="Four reasons for semantic search">
        <Points points={reasons} columns={2} numbered />
        <Button component={Link} to="/sign-up" variant="default" mt="xl">
          Start your free trial
        </Button>
      </LandingSection>
    </>
  );
}
