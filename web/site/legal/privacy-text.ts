import { limits } from '#shared/limits.ts';
import type { LegalSection } from './legal-text.ts';

/** The privacy policy. Its figures are those of the software, see docs/operating.md. */
export const privacyText: readonly LegalSection[] = [
  {
    title: 'Who we are',
    paragraphs: [
      'Antecede is operated from the United States of America. We decide how the personal data of accounts is processed. What organizations upload they decide about themselves: for personal data in their datasets we only do what they ask the service to do, and you turn to them.',
    ],
  },
  {
    title: 'What we keep about you',
    paragraphs: ['We keep what the service needs, and no more:'],
    points: [
      'Your account: full name, e-mail address, whether it is verified, your role and organization, when the account was made. Your password is stored in a form that cannot be read back.',
      'What you do for your organization: you are named as author of datasets and indexes, and in its audit trail, which tells its admins who changed what and when.',
      'API keys, encrypted, and when each was used last. They belong to the organization.',
      'Technical logs: address of your device (IP), browser, time and page or endpoint of each request, and whether it worked. They hold no file contents. Texts of searches are in them unless your organization keeps these to itself.',
      'Your searches: text, time, index, how much was found and how long it took, with your account where you searched while signed in. Admins of an organization can switch on a confidential mode, in which no texts are kept, in logs neither.',
      'If you ask for a report by mail: your e-mail address and the patent, until the mail is on its way. The link in the mail does not tell whose mail it is from. Marks, notes and references that you add to a report belong to your organization and name you as their author.',
      'If you ask for the newsletter: your e-mail address, and when you confirmed it. If you ask for a demonstration: what you enter goes to our sales team by mail.',
      'E-mails: which of our mails were delivered to you, so that none is sent twice. If mail to your address comes back, or you report ours as unwanted: a hash of the address, so that we send it no more.',
      'If you subscribe: your plan and invoices. Card and bank details go from your browser to our payment provider; we see the last four digits.',
    ],
  },
  {
    title: 'Why, and on what basis',
    paragraphs: [
      'We process your account and your work to fulfil the agreement with you (the terms of service); logs, limits and the audit trail for our and your organization’s legitimate interest in a safe service; invoices because tax law demands it; and newsletters only with your consent, which you can withdraw with each mail. We make no decisions about you by automated profiling, and sell no data.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [],
    points: [
      'Account and organization: until you erase them.',
      `Audit trail: ${limits.auditDays} days for each entry. When you erase your account, your name and address are taken out at once; when an admin removes you from a team, they stay until the entry ends.`,
      `Records of delivered mails: 60 days. Hashes of addresses that get no mail: ${limits.suppressionDays} days. Technical logs: at most one year.`,
      `That an address has begun a trial, and which coupons it has redeemed, as a keyed hash: ${limits.trialMemoryDays} days, also when you erase your account. Otherwise nobody could tell a second trial from a first one.`,
      `Searches: ${limits.searchHistoryDays} days; texts of them in technical logs ${limits.searchLogDays} days. When you erase your account, your name and the texts are taken out of the history. Counts without persons: ${limits.usageDays} days.`,
      'Saved searches and their alerts: until you delete them or erase your account.',
      `Conversations with the assistant: ${limits.chatDays} days after you last used them, or until you delete them.`,
      `Requests for a report: until the mail is on its way, at most ${limits.reportWaitDays} days. Links to reports: ${limits.reportLinkDays} days. Marks, notes and added references: until they are deleted, or with the organization.`,
      `The newsletter: until you leave it or erase your account; a request that is not confirmed, ${limits.newsletterLinkDays} days. Requests for a demonstration: as long as we talk with you about it.`,
      `Archives that you request of your data: ${limits.exportDays} days.`,
      `Unfinished uploads of the command-line tool: ${limits.uploadTokenDays} days.`,
      'Backups and earlier versions of files: at most 35 days after deletion.',
      'Invoices: as long as tax law demands.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You have the right of access to your data, of rectification, of erasure and of portability, and the right to object to processing or to have it restricted. Most of it you can do yourself, at once and at no cost:',
    ],
    points: [
      'Rectification: change your name in your profile. Write to us about your e-mail address.',
      'Access and portability: “Request a copy” in your profile gives you an archive of your data in a common format.',
      'Erasure: “Erase my account” in your profile deletes your account. What you made for an organization that goes on stays there without your name; an organization that you were the last person of is erased with all it has.',
      'For everything else write to us. We answer within one month. If a request is complex or there are many, we may need up to two months more, and tell you so within the first month.',
      'You may complain to a data protection authority.',
    ],
  },
  {
    title: 'Cookies and similar storage',
    paragraphs: [
      'We set no cookies. Your browser’s local storage keeps your sign-in and your choice of light or dark; the service does not work without the first. Signing out removes it; the choice of light or dark stays.',
    ],
  },
  {
    title: 'Third-party analytics',
    paragraphs: [
      'Our pages load no third-party analytics, advertising or fonts. Where we count page views, your browser tells our own server which kind of page was opened, such as “/search”: no identifier of you, no patent, no query. It sends nothing when it is set to “Do Not Track” or Global Privacy Control. Should we use an analytics provider one day, we name it here first and ask for your consent where the law wants it.',
    ],
  },
  {
    title: 'Who works for us',
    paragraphs: [
      'The service runs at Amazon Web Services, which also delivers our mail. Payments are handled by our payment provider, if you subscribe. Where the assistant runs on a model of OpenAI, your messages to it and the passages that it reads go there. They process data on our instructions only. We give data to authorities when the law makes us.',
    ],
  },
  {
    title: 'Transfer to the United States',
    paragraphs: [
      'Your data is stored and processed in the United States. By using the service you consent to that transfer. Where the law of your country asks for more, we rely on the standard contractual clauses of the European Commission, of which we send you a copy on request.',
    ],
  },
  {
    title: 'Children',
    paragraphs: [
      'The service is for adults. We do not knowingly collect data from anybody under 13. If you believe that a child has given us data, write to us and we delete it.',
    ],
  },
  {
    title: 'Security',
    paragraphs: [
      'Data is encrypted in transit and at rest, organizations are kept apart in storage and in every request, and API keys are encrypted once more. Should data of yours be exposed all the same, we tell you and the authorities as the law demands.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'We publish every change here with its date, and mail you when it matters. A period of time in this text ends at 11:59 PM Pacific Time of its last day.',
    ],
  },
];
