import type { PatentPlace } from '#shared/patent-document.ts';

/** A limitation of a claim, and a passage of an older patent that discloses it. */
interface Pair {
  limitation: string;
  quote: string;
  place: Pick<PatentPlace, 'part' | 'number'>;
}

/** Quoted from two sample patents; a test compares. */
export const claimExample: {
  claimed: { ucid: string; claim: number; priorityYear: number };
  older: { ucid: string; publicationYear: number };
  pairs: readonly Pair[];
} = {
  claimed: { ucid: 'US-99110012-B2', claim: 1, priorityYear: 2017 },
  older: { ucid: 'US-99110011-B2', publicationYear: 2013 },
  pairs: [
    {
      limitation: 'a valve in the acoustic vent that is stable in an open and in a closed position',
      quote: 'a flap in the vent with two stable positions',
      place: { part: 'claim', number: 1 },
    },
    {
      limitation: 'a sensor for vibrations of a body of a wearer',
      quote: 'a vibration sensor for the skull',
      place: { part: 'claim', number: 1 },
    },
    {
      limitation: 'to close the valve while an audio stream is reproduced',
      quote: 'For streamed music the vent closes, so that low tones are kept.',
      place: { part: 'abstract', number: null },
    },
  ],
};
