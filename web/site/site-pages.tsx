import { pageOriginPlaceholder } from '#shared/page-origin.ts';

export interface SitePage {
  path: string;
  /** Document of the build that answers the path; `infra/edge/page-files.js` says so to CloudFront. */
  file: string;
  title: string;
  description: string;
  /** Kept out of search engines. */
  hidden?: boolean;
}

/** The public pages that have documents of their own. */
export const sitePages: readonly SitePage[] = [
  {
    path: '/',
    file: 'index.html',
    title: 'Antecede: semantic search for patents and your own texts',
    description:
      'Find prior art and your own documents by what they mean. Try it on patents right here, or upload a CSV and get a hosted index with an API.',
  },
  {
    path: '/terms',
    file: 'terms.html',
    title: 'Terms of service · Antecede',
    description: 'The agreement between you and Antecede.',
  },
  {
    path: '/privacy',
    file: 'privacy.html',
    title: 'Privacy policy · Antecede',
    description: 'What Antecede keeps about you, why, for how long, and what you can ask for.',
  },
  {
    path: '/errors',
    file: 'errors.html',
    title: 'Errors of the API · Antecede',
    description: 'What each error code of the API means, and what to do about it.',
  },
  {
    path: '/confirm-address',
    file: 'confirm-address.html',
    title: 'Confirm your address · Antecede',
    description: 'Confirm that reports of Antecede may be mailed to your address.',
    hidden: true,
  },
  {
    path: '/alerts',
    file: 'alerts.html',
    title: 'Alerts · Antecede',
    description: 'Stop an alert of a saved search.',
    hidden: true,
  },
  {
    path: '/newsletter',
    file: 'newsletter.html',
    title: 'Newsletter · Antecede',
    description: 'Confirm or end your subscription of the newsletter of Antecede.',
    hidden: true,
  },
];

/** What search engines and social networks read of a page. */
export function PageHead({ path, title, description, hidden }: SitePage) {
  const address = `${pageOriginPlaceholder}${path}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Antecede" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={`${pageOriginPlaceholder}/social-card.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
