import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SearchIndex } from '#engine';
import { buildFromCsv } from '#engine/test-corpus.ts';
import { readSamplePatents, sampleRows } from '#local/catalog/sample-patents.ts';
import { demoQuery } from '#local/host/summary.ts';
import { catalogIds } from '#shared/catalogs.ts';
import { exampleQueries } from '#web/features/search/example-queries.ts';
import { specimen } from '#web/site/landing/specimen-data.ts';
import { landingQueries } from '#web/site/landing/try-search.tsx';
import { pages, root } from './pages.ts';

interface Demo {
  query: string;
  /** The first hits, as many as are named, in any order: parts of their titles. */
  first: string[];
  /** What the titles of the first five hits are about. */
  about: RegExp;
}

/** What people are invited to ask, with what the sample catalogues must answer. */
const demos: Record<(typeof catalogIds)[number], Demo[]> = {
  us_patents: [
    {
      query: 'solar powered drone',
      first: [
        'Launching A Solar Powered Drone',
        'Solar Powered Drone With Photovoltaic',
        'Solar Powered Drone That Tows',
        'Solar Wing Of An Unmanned Aircraft',
      ],
      about: /solar|sun/i,
    },
    {
      query: 'quadcopter',
      first: [
        'Quadcopter That Keeps Flying',
        'Indoor Quadcopter',
        'By Quadcopters Without Radio',
        'Attitude Of A Hovering Quadrotor',
      ],
      about: /quadcopter|quadrotor|four-rotor|flying robot in a gimballed cage/i,
    },
    {
      query: 'unmanned aircraft',
      first: ['Unmanned Aircraft Whose Panels'],
      about: /unmanned|drone/i,
    },
    {
      query: 'cheese made without milk',
      first: ['mould-ripened plant-based cheese'],
      about: /cheese/i,
    },
    {
      query: 'keep ice off the blades of a wind turbine',
      first: ['De-icing of wind turbine blades'],
      about: /blade|wind/i,
    },
    {
      query: 'find the swarm before the bees leave',
      first: ['Prediction of colony events'],
      about: /bee|hive|swarm|colony/i,
    },
    {
      query: 'ear piece that opens when the wearer talks',
      first: ['Earpiece with a bistable vent'],
      about: /ear|hear/i,
    },
    {
      query: 'organisms that make fuel from sugar',
      first: ['Yeast That Makes Fuel', 'Bacteria That Convert Sugar', 'Oily Yeast'],
      about: /fuel|photosynthetic|chemoautotrophic/i,
    },
    {
      query: 'protect a hive from parasites',
      first: ['Doses Formic Acid', 'Brushes Mites', 'Parasitic Mites Of Honey Bees'],
      about: /hive|bees|mites/i,
    },
    {
      query: 'keeping bees and rearing queens',
      first: ['Two-queen Operation', 'Presence Of A Queen Bee'],
      about: /bees?\b|hive|mites/i,
    },
    {
      query: 'loudspeaker',
      first: ['Loudspeaker Array', 'Loudspeaker Enclosure', 'Compact Loudspeakers', 'Panel Loud'],
      about: /loudspeaker|electroacoustical/i,
    },
    {
      query: 'gene editing',
      first: ['Editing Of Plant Genomes', 'Gene Editing To One Tissue'],
      about: /genom|gene editing|editor/i,
    },
    {
      query: 'error-correcting codes',
      first: ['Error Correction In Dna', 'Low-Density Parity-Check', 'Polar Code'],
      about: /code|error correction/i,
    },
  ],
  wikipedia: [
    {
      query: 'mushrooms and moulds',
      first: ['Fungus', 'Mold', 'Mushroom', 'Mycelium'],
      about: /^(Fungus|Mold|Mushroom|Mycelium|Penicillin)$/,
    },
    {
      query: 'storing electricity',
      first: ['Pumped-storage', 'Lithium-ion battery', 'Lead–acid battery', 'Supercapacitor'],
      about: /storage|battery|supercapacitor|ampere/i,
    },
  ],
  arxiv: [
    {
      query: 'planets around other stars',
      first: ['Multiple Planets Orbiting', 'Seven temperate', 'Kepler-16'],
      about: /planet|eps eri/i,
    },
    {
      query: 'error-correcting codes',
      first: ['Stabilizer Codes', 'Molecular Memories', 'Short Polar Codes', 'Surface codes'],
      about: /code|channel polarization/i,
    },
    {
      query: 'two black holes collide',
      first: ['After Black Holes Collide', 'Binary Black Hole Merger'],
      about: /black hole/i,
    },
    {
      query: 'citation metrics',
      first: ['Comparison of Metrics', 'How popular is your paper', 'scientific research output'],
      about: /citation|paper|research output|h-index|metric|bregman/i,
    },
  ],
};

const indexes = new Map<string, SearchIndex>();
beforeAll(async () => {
  for (const id of catalogIds) {
    const rows = readFileSync(path.join(root, `packages/local/catalog/${id}.csv`), 'utf8');
    const further = id === 'us_patents' ? sampleRows(await readSamplePatents(root)) : '';
    const column = id === 'wikipedia' ? 'article' : 'text';
    indexes.set(id, (await buildFromCsv(rows + further, { [column]: 'index' })).index);
  }
});

describe.each(catalogIds)('%s answers', (id) => {
  test.each(demos[id])('$query', async ({ query, first, about }) => {
    const { hits } = await indexes.get(id)!.search({ text: query, limit: 5 });
    const titles = hits.map(({ row }) => row.title!);
    const best = titles.slice(0, first.length);
    for (const part of first) {
      expect(best, part).toContainEqual(expect.stringContaining(part));
    }
    expect(titles.filter((title) => !about.test(title))).toEqual([]);
  });
});

test.each(['earplug which lets sound in', 'toothbrush with timer', 'machine for knitting socks'])(
  'no patent is relevant to "%s": only common words of it are known',
  async (text) => {
    const patents = indexes.get('us_patents')!;
    const { totalFound, hits } = await patents.search({ text, limit: 5 });
    expect(await patents.search({ text, limit: 5, relevantOnly: true })).toEqual({
      totalFound: 0,
      lessRelevant: totalFound,
      hits: [],
    });
    expect(hits).toHaveLength(5);
  },
);

/** Words near these queries in meaning, which some of the first five hits must have and name. */
const near: Record<string, string[]> = {
  'solar powered drone': ['wing', 'sun', 'hull'],
  quadcopter: ['rotor', 'fly'],
  'find the swarm before the bees leave': ['hive', 'colony'],
  'gene editing': ['genome', 'rna', 'cas9'],
};

test.each(Object.keys(near))('the hits of "%s" name what is near it in meaning', async (query) => {
  const patents = indexes.get('us_patents')!;
  const { hits } = await patents.search({ text: query, limit: 5, explain: true });
  const concepts = hits.map(({ explanation }) => explanation!.concepts);
  const words = concepts.flat().map(({ term }) => term);
  expect(words).toEqual(expect.arrayContaining(near[query]!));
  expect(
    words.filter((word) => /^(the|of|and|with|from|for|a|to|by|which|is)$/.test(word)),
  ).toEqual([]);
  // What is much weaker than the strongest is noise.
  for (const shares of concepts) {
    const [strongest, ...others] = shares.map(({ share }) => share);
    for (const share of others) expect(share).toBeGreaterThan(strongest! / 3);
  }
});

test('every query that the product shows is among them', () => {
  const asked = pages.flatMap(({ text }) =>
    Array.from(text.matchAll(/"conceptFeaturesString":"([^"]+)"/g), ([, query]) => query!),
  );
  expect(asked).not.toEqual([]);
  const shown = [
    ...[...asked, ...landingQueries, demoQuery, specimen.query].map((text) => ({
      indexId: 'us_patents',
      text,
    })),
    ...exampleQueries,
  ];
  const known = Object.entries(demos).flatMap(([indexId, list]) =>
    list.map(({ query }) => `${indexId}: ${query}`),
  );
  for (const { indexId, text } of shown) {
    expect(known).toContain(`${indexId}: ${text.toLowerCase()}`);
  }
});
