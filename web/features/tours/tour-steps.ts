import type { TourName } from './pending-tours.ts';

/** A step points at the element whose `data-tour` is `target`. It is skipped if there is none. */
interface TourStep {
  target: string;
  title: string;
  text: string;
  /** Shown where the target is not there: phones have other things on the page. */
  instead?: TourStep;
}

export const tourSteps: Record<TourName, readonly TourStep[]> = {
  dataset: [
    {
      target: 'csv-upload',
      title: 'CSV upload',
      text: 'Upload a dataset from your browser: CSV and other tables below 2 GB.',
    },
    {
      target: 'cli-upload',
      title: 'CLI upload',
      text: 'For very large files (up to 5TB), upload with our command-line tool.',
    },
    {
      target: 'catalogs',
      title: 'Data catalogs',
      text: 'Nothing to upload yet? Patents, Wikipedia and Arxiv are ready to be searched: find them under Index.',
    },
    {
      target: 'preview',
      title: 'Expand and preview',
      text: 'Open a file to see its first rows as a table before you build an index from it.',
    },
  ],
  search: [
    {
      target: 'search-form',
      title: 'Search by meaning',
      text: 'Choose an index, then describe what you are looking for: a sentence, an abstract or a whole claim.',
    },
    {
      target: 'search-filters',
      title: 'Filters',
      text: 'Keep only the rows whose columns have the values that you name, such as dates.',
    },
    {
      target: 'search-results',
      title: 'Results',
      text: 'The best results come first, with a score between 0 and 1. Open one to see why it was found.',
    },
    {
      target: 'search-document',
      title: 'Documents',
      text: 'Open a title to read its claims, description and drawings, with the passage that was found. On wide screens Enter opens it beside the list.',
    },
    {
      target: 'search-chart',
      title: 'Charts',
      text: 'How the results spread over the years. Move the ends to keep a part of them.',
      instead: {
        target: 'search-view',
        title: 'Charts',
        text: 'The landscape draws the results: owners over the years, classes, and a map. “Narrow the results” has their years.',
      },
    },
  ],
  patents: [
    {
      target: 'endpoint',
      title: 'API endpoint',
      text: 'Programs reach this index here. Copy the address with the button beside it.',
    },
    {
      target: 'api-links',
      title: 'Specification and documentation',
      text: 'Try the calls in your browser, or read how they work, with examples to copy.',
    },
    {
      target: 'keys',
      title: 'Secret keys',
      text: 'Each request needs one of these keys. Admins can reveal and copy them. Add up to 10, delete what is not needed.',
    },
    {
      target: 'index-data',
      title: 'Index data',
      text: 'What the index was built from: its columns, their roles, and sample values.',
    },
  ],
};
