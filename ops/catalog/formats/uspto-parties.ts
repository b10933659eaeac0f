import { elementsAt, textAt, type XmlElement } from './xml.ts';

/** Assignees; where none is printed, the applicants that are assignees. */
export function assigneesOf(biblio: XmlElement): string[] {
  const assignees = elementsAt(biblio, 'assignees', 'assignee').map(nameOf);
  if (assignees.some(Boolean)) return assignees;
  return elementsAt(biblio, 'us-parties', 'us-applicants', 'us-applicant')
    .filter(({ attributes }) => attributes['applicant-authority-category']?.includes('assignee'))
    .map(nameOf);
}

/** In documents before 2013, inventors are listed among the applicants. */
export function inventorsOf(biblio: XmlElement): string[] {
  const inventors = elementsAt(biblio, 'us-parties', 'inventors', 'inventor');
  if (inventors.length > 0) return inventors.map(nameOf);
  return elementsAt(biblio, 'parties', 'applicants', 'applicant')
    .filter((applicant) => applicant.attributes['app-type']?.startsWith('applicant-inventor'))
    .map(nameOf);
}

/** An organization, or first and last name. */
function nameOf(party: XmlElement): string {
  const [book = party] = elementsAt(party, 'addressbook');
  const person = [textAt(book, 'first-name'), textAt(book, 'last-name')].filter(Boolean).join(' ');
  return (textAt(book, 'orgname') || person).replace(/\s+/g, ' ');
}
