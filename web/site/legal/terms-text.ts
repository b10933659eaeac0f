import { limits } from '#shared/limits.ts';
import type { LegalSection } from './legal-text.ts';

/** The terms of service. */
export const termsText: readonly LegalSection[] = [
  {
    title: 'General',
    paragraphs: [
      'These terms are an agreement between you and Antecede (“we”). They apply whenever you use the Antecede website, application, programming interface and command-line tool (together “the service”). By creating an account or using the service you accept them. If you use the service for an organization, you accept them for that organization and say that you may do so.',
      'If you do not agree, please do not use the service.',
    ],
  },
  {
    title: 'Authorized users',
    paragraphs: [
      'You must be at least 18 years old. An account is for one person; you may not share it. You must give your real name and an e-mail address of your own, and keep both up to date.',
      'An organization’s admins decide who belongs to it and in which role. They can invite and remove people, and everything that people do in an organization is done on its behalf. You answer for what happens with your password and your API keys until you tell us that somebody else has them, or delete them.',
    ],
  },
  {
    title: 'User behavior',
    paragraphs: ['You agree not to:'],
    points: [
      'break the law, or the rights of others, with the service or with what you upload;',
      'upload what you may not process, such as the personal data of others without a legal basis;',
      'get around limits, quotas or access controls, or try to reach the data of other customers;',
      'attack, overload or probe the service, except as part of a test that we have agreed to in writing;',
      'resell the service, or build a competing one by copying its output in bulk;',
      'present answers of the service as legal advice: a search may miss what matters to your case.',
    ],
  },
  {
    title: 'Ownership',
    paragraphs: [
      'The service, its software, design and documentation belong to us or our licensors. You get the right to use them under these terms while your account exists, and no other right. Software that is published under an open-source license stays under that license.',
    ],
  },
  {
    title: 'Content',
    paragraphs: [
      'What you upload stays yours, and so do the indexes that are built from it. You allow us to store and process it as far as the service needs it: to build your indexes, to answer your queries, and to keep copies that protect you from loss. We do not train models for others with it, and do not look at it unless you ask us to or the law makes us.',
      'You are responsible for your content and for having the rights to it. Ready-made catalogs come from public sources; we do not promise that they are complete or free of errors.',
    ],
  },
  {
    title: 'Updates',
    paragraphs: [
      'We improve the service all the time and may change or end parts of it. When a change makes the service worse for you in a way that matters, we tell you at least 30 days before. We may change these terms too: we publish the new text here with its date and mail you when the change is important. If you go on using the service after that, the new text applies.',
    ],
  },
  {
    title: 'Software',
    paragraphs: [
      'Tools that we give you to install, such as the upload tool, may be used only with the service, unless their license says more. They may contact the service to check for a newer version.',
    ],
  },
  {
    title: 'Feedback',
    paragraphs: [
      'If you tell us how to make the service better, we may use that without paying for it and without naming you.',
    ],
  },
  {
    title: 'Security',
    paragraphs: [
      `We protect the service with the care that is usual in our field: encryption in transit and at rest, organizations kept apart in storage and in every request, and a record of who changed what. Passwords must have at least ${limits.passwordMinLength} characters, and a second factor is offered in your profile. No system is perfectly safe; please tell us at once when you believe that somebody else can use your account.`,
    ],
  },
  {
    title: 'Third-party links',
    paragraphs: [
      'The service links to websites of others, for instance to our partner for invalidation reports. We do not control them, and their own terms and privacy texts apply there.',
    ],
  },
  {
    title: 'Fees and trial',
    paragraphs: [
      `A new organization can try the service for ${limits.trialDays} days without a credit card. After that, use needs a paid plan. Fees are stated before you order, are due in advance for each period, and are not refunded for a period that has begun unless the law says otherwise. If a payment fails we try again for 21 days before we pause your account.`,
    ],
  },
  {
    title: 'Privacy',
    paragraphs: [
      'How we handle personal data stands in our privacy policy, which is part of these terms.',
    ],
  },
  {
    title: 'Ending',
    paragraphs: [
      'You can erase your account at any time in your profile; with the last person of an organization the organization is erased too. We may suspend or end your access when you break these terms in a way that matters, or when the law demands it; where we can, we warn you first and give you the chance to take your data with you.',
    ],
  },
  {
    title: 'Indemnity',
    paragraphs: [
      'If somebody makes a claim against us because of your content, or because you broke these terms or the law, you will cover the damages and reasonable costs that come of it. We tell you about the claim without delay and let you defend it.',
    ],
  },
  {
    title: 'Disclaimer',
    paragraphs: [
      'The service is provided as it is and as it is available. As far as the law allows, we give no warranty, express or implied, including of merchantability, of fitness for a particular purpose, of title and of non-infringement, and none that results are complete, accurate or up to date. Do not rely on a search alone for a decision about a patent.',
    ],
  },
  {
    title: 'Limitation of liability',
    paragraphs: [
      'As far as the law allows, neither of us is liable for indirect, incidental, special, consequential or punitive damages, or for lost profits, revenue, data or goodwill. Our total liability for everything that has to do with the service is limited to the fees that you paid for it in the 12 months before the event that the claim is about. These limits apply to every legal theory, and do not apply where the law forbids them.',
    ],
  },
  {
    title: 'Time limit for claims',
    paragraphs: [
      'A claim that has to do with the service must be brought within one year of the event that it is about. After that it is barred for good, unless the law gives you more time that cannot be waived.',
    ],
  },
  {
    title: 'Arbitration and governing law',
    paragraphs: [
      'These terms are governed by the law of the State of Delaware, USA, without its rules on conflicts of law. Disputes that we cannot settle by talking within 30 days are decided by one arbitrator under the Commercial Arbitration Rules of the American Arbitration Association, in Wilmington, Delaware, in English; hearings may be held by video. Each of us brings claims only for itself and not as part of a class. Either of us may go to a small-claims court instead, or to any court for an injunction about intellectual property. Consumers keep the protection that the law of their home cannot take from them.',
    ],
  },
  {
    title: 'Export control',
    paragraphs: [
      'You may not use the service where United States export or sanctions law forbids it, nor if you are on one of its lists of restricted parties, nor upload what may not be exported.',
    ],
  },
  {
    title: 'Consent to electronic communication',
    paragraphs: [
      'You agree to get notices from us by e-mail to the address of your account, or on the pages of the service, and that they count as written notices. Notices to us go to the postal address below.',
    ],
  },
  {
    title: 'Trademark notice',
    paragraphs: [
      'Antecede and its logo are trademarks of ours. Other names on these pages may be trademarks of their owners; we name them to describe what they are and not to claim any tie to them.',
    ],
  },
  {
    title: 'Miscellaneous',
    paragraphs: [
      'If a part of these terms is invalid, the rest stays valid. If we do not enforce a right at once, we do not give it up. You may not transfer this agreement without our consent; we may transfer it to a company that takes over the service. These terms are the whole agreement about the service. Nothing in them makes us partners, employer or agent of each other. A period of time in these terms ends at 11:59 PM Pacific Time of its last day.',
    ],
  },
];
