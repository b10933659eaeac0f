/** A sample patent. The landing page links to its prior-art report, which a start on one machine has made. */
export const sampleReportUcid = 'US-99110012-B2';
