import { describe, expect, it, test } from 'vitest';
import { claimElements, reportClaims } from './claim-elements.ts';

/** Words that are expected of a claim: transition, preamble, limitations. */
interface Expected {
  about: string;
  claim: string;
  transition: string | null;
  parts: string[];
}

const cases: Expected[] = [
  {
    about: 'lines of their own',
    claim:
      'An infusion pump, comprising:\n  a motor that moves a piston;\n  a sensor of the pressure; and\n  a controller, wherein the controller stops the motor.',
    transition: 'comprising',
    parts: [
      'An infusion pump',
      'a motor that moves a piston',
      'a sensor of the pressure',
      'a controller',
      'wherein the controller stops the motor',
    ],
  },
  {
    about: 'lettered steps, and a transition that repeats the head noun',
    claim:
      'A method of making a device comprising a lid, the method comprising the steps of (a) mixing the powder, (b) heating it to 80 °C; and (c) pressing.',
    transition: 'the method comprising the steps of',
    parts: [
      'A method of making a device comprising a lid',
      'mixing the powder',
      'heating it to 80 °C',
      'pressing',
    ],
  },
  {
    about: 'roman numerals',
    claim: 'A chimeric polypeptide comprising: i. a phasin; and ii. a signal sequence.',
    transition: 'comprising',
    parts: ['A chimeric polypeptide', 'a phasin', 'a signal sequence'],
  },
  {
    about: 'a European two-part claim with reference signs',
    claim:
      'A valve (1) comprising a body (2) and a seat (3), characterised in that the seat (3) is of ceramic, and in that the body (2) is cast.',
    transition: 'comprising',
    parts: [
      'A valve (1)',
      'a body (2) and a seat (3)',
      'the seat (3) is of ceramic',
      'the body (2) is cast',
    ],
  },
  {
    about: 'a two-part claim without a list',
    claim: 'A hinge for a door, characterized by a spring of bronze.',
    transition: 'characterized by',
    parts: ['A hinge for a door', 'a spring of bronze'],
  },
  {
    about: 'a Jepson claim',
    claim:
      'In a bicycle having a frame and a chain, the improvement comprising a belt of aramid; and a tensioner.',
    transition: 'the improvement comprising',
    parts: ['In a bicycle having a frame and a chain', 'a belt of aramid', 'a tensioner'],
  },
  {
    about: 'a composition',
    claim:
      'A composition consisting essentially of: 10 to 20 wt% of A; and a solvent selected from water, an alcohol, and a ketone.',
    transition: 'consisting essentially of',
    parts: [
      'A composition',
      '10 to 20 wt% of A',
      'a solvent selected from water, an alcohol, and a ketone',
    ],
  },
  {
    about: 'a list with commas only',
    claim:
      'A station comprising a mast, inclined bars at the top of the mast, a long, thin rod, and a circuit that compares its voltage, which is low, with a limit.',
    transition: 'comprising',
    parts: [
      'A station',
      'a mast',
      'inclined bars at the top of the mast',
      'a long, thin rod',
      'a circuit that compares its voltage, which is low, with a limit',
    ],
  },
  {
    about: 'steps with commas only',
    claim:
      'A method of storing files, comprising moving a window over a file, which is open, computing a checksum, and storing it.',
    transition: 'comprising',
    parts: [
      'A method of storing files',
      'moving a window over a file, which is open',
      'computing a checksum',
      'storing it',
    ],
  },
  {
    about: 'alternatives of a list with commas',
    claim: 'A pigment comprising an oxide selected from a rutile, an anatase, and a brookite.',
    transition: 'comprising',
    parts: ['A pigment', 'an oxide selected from a rutile, an anatase, and a brookite'],
  },
  {
    about: 'an example before the transition',
    claim: 'A method of treating a disease including cancer, comprising: giving a drug.',
    transition: 'comprising',
    parts: ['A method of treating a disease including cancer', 'giving a drug'],
  },
  {
    about: 'no strong transition',
    claim: 'A wind turbine having rotor blades, and a control unit that heats the blades.',
    transition: 'having',
    parts: ['A wind turbine', 'rotor blades', 'a control unit that heats the blades'],
  },
  {
    about: 'a nested list',
    claim:
      'A system comprising: a memory storing instructions that cause operations comprising: receiving a page; and printing it.',
    transition: 'comprising',
    parts: [
      'A system',
      'a memory storing instructions that cause operations comprising',
      'receiving a page',
      'printing it',
    ],
  },
  {
    about: 'a dependent claim',
    claim: 'The dock of claim 1 or 2, wherein the seat comprises a lining.',
    transition: null,
    parts: ['The dock of claim 1 or 2', 'wherein the seat comprises a lining'],
  },
  {
    about: 'a dependent claim that adds a part',
    claim: 'The dock of claim 1, further comprising a scale, wherein the scale is wireless.',
    transition: 'further comprising',
    parts: ['The dock of claim 1', 'a scale', 'wherein the scale is wireless'],
  },
  {
    about: 'a dependent claim with having',
    claim: 'The dock of any of claims 1 to 5, having two seats.',
    transition: 'having',
    parts: ['The dock of any of claims 1 to 5', 'two seats'],
  },
  { about: 'one part', claim: 'A pump as shown.', transition: null, parts: ['A pump as shown'] },
];

describe('a claim is split', () => {
  test.each(cases)('$about', ({ claim, transition, parts }) => {
    const split = claimElements(claim, 7);
    expect(split.elements.map(({ text }) => text)).toEqual(parts);
    expect(split.transition?.text ?? null).toBe(transition);
    for (const { text, start, end } of [
      ...split.elements,
      ...(split.transition ? [split.transition] : []),
    ]) {
      expect(claim.slice(start, end)).toBe(text);
    }
    expect(split.elements.map(({ role }) => role === 'preamble')).toEqual(
      parts.map((_, position) => position === 0 && parts.length > 1),
    );
    expect(split.elements[0]!.label).toBe('7a');
  });
});

it.each([
  ['means for storing heat', true],
  ['a heating means', true],
  ['step for cutting', true],
  ['means configured to hold a lid', true],
  ['a lid held by means of a screw', false],
  ['a light whose absence means danger', false],
  ['a motor', false],
])('%s: worded as means or step for a function: %s', (limitation, expected) => {
  const { elements } = claimElements(`A device comprising: ${limitation}.`, 1);
  expect(elements[1]!.meansPlusFunction).toBe(expected);
});

it('takes a lone reference to other claims for a preamble', () => {
  const roleOf = (claim: string) => claimElements(claim, 2).elements[0]!.role;
  expect(roleOf('A method carried out by the system of any of claims 1 to 7.')).toBe('preamble');
  expect(roleOf('A pump as shown.')).toBe('limitation');
  expect(roleOf('A lamp with the dock of claim 1 at its top.')).toBe('limitation');
});

it('gives what is left to the last element, and labels on after z', () => {
  const parts = Array.from({ length: 70 }, (_, part) => `a part ${part}`);
  const { elements } = claimElements(`A thing comprising: ${parts.join('; ')}`, 1);
  expect(elements).toHaveLength(60);
  expect(elements.slice(25, 28).map(({ label }) => label)).toEqual(['1z', '1aa', '1ab']);
  expect(elements.at(-1)!.text).toMatch(/^a part 58; .*; a part 69$/);
});

it('puts independent claims first', () => {
  const claims = [
    { number: 1, text: 'A pump.', dependsOn: [] },
    { number: 2, text: 'The pump of claim 1, wherein it is red.', dependsOn: [1] },
    { number: 3, text: 'A valve.', dependsOn: [] },
  ];
  expect(reportClaims(claims).map(({ number, independent }) => [number, independent])).toEqual([
    [1, true],
    [3, true],
    [2, false],
  ]);
});

it('splits hostile texts in time that grows with their length', () => {
  for (const unit of [
    ' ',
    ',',
    'a, ',
    '(a) ',
    'the method ',
    'comprising ',
    'wherein ',
    'means ',
  ]) {
    const text = unit.repeat(100_000 / unit.length);
    for (const { start, end, text: words } of claimElements(text, 1).elements) {
      expect(text.slice(start, end)).toBe(words);
    }
  }
}, 10_000);
