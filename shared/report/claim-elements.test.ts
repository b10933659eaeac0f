import { describe, expect, it, test } from 'vitest';
import { claimElements, reportClaims } from './claim-elements.ts';
import { readingsOf } from './element-readings.ts';

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
    about: 'a second start of the list of steps, which says nothing alone',
    claim:
      'A medium with instructions for a method in a system comprising: a client; a server; the method comprising acts of: (a) receiving an address; and (b) storing it.',
    transition: 'comprising',
    parts: [
      'A medium with instructions for a method in a system',
      'a client',
      'a server',
      'the method comprising acts of: (a) receiving an address',
      'storing it',
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
    transition: 'characterised in that',
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
    about: 'a combination',
    claim: 'A wick comprising in combination:\na core of cotton; and\na sleeve.',
    transition: 'comprising in combination',
    parts: ['A wick', 'a core of cotton', 'a sleeve'],
  },
  {
    about: 'steps that characterise a method',
    claim:
      'Method of filling a jar according to claim 2, characterised by comprising the following steps:\nholding the jar, and\nturning its lid.',
    transition: 'characterised by comprising the following steps',
    parts: ['Method of filling a jar according to claim 2', 'holding the jar', 'turning its lid'],
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
  {
    about: 'a compound by its formula, whose definitions are no limitations',
    claim:
      'A compound of the formula (I)\n[structure 1]\nwherein\nR1 and R2 are each independently selected from the group consisting of:\nhydrogen, methyl, and ethyl;\nn is 0 to 3; and\nX is O or S,\nor a salt thereof.',
    transition: null,
    parts: ['A compound of the formula (I)\n[structure 1]'],
  },
  {
    about: 'definitions in a composition, after which its list goes on',
    claim:
      'A paint comprising: a resin of formula (II)\n[structure 1]\nwherein m is 1 to 5; and R3 is methyl;\na pigment; and\na solvent.',
    transition: 'comprising',
    parts: ['A paint', 'a resin of formula (II)\n[structure 1]', 'a pigment', 'a solvent'],
  },
  {
    about: 'a formula amid the limitations',
    claim:
      'A lens system, comprising:\na first lens; and\na second lens, wherein the following condition is satisfied:\n0.5 < f1/f2 < 0.9\nwhere f1 is the focal length of the first lens.',
    transition: 'comprising',
    parts: [
      'A lens system',
      'a first lens',
      'a second lens',
      'wherein the following condition is satisfied:\n0.5 < f1/f2 < 0.9',
    ],
  },
  {
    about: 'variables that a dependent claim narrows, as one limitation',
    claim: 'The compound according to claim 1 or 2, wherein\nR1 is methyl,\nn is 0, and\nX is O.',
    transition: null,
    parts: [
      'The compound according to claim 1 or 2',
      'wherein\nR1 is methyl,\nn is 0, and\nX is O',
    ],
  },
  {
    about: 'a dependent claim of nothing but a variable',
    claim: 'The compound of claim 1, wherein n is 0.',
    transition: null,
    parts: ['The compound of claim 1, wherein n is 0'],
  },
  {
    about: 'alternatives on lines of their own',
    claim:
      'A coating comprising\nat least one silane selected from the group consisting of:\na linear silane of the formula\nSikH2k+2\nwherein k is 2 to 8,\na cyclic silane, and\na cage of silicon; and\na solvent.',
    transition: 'comprising',
    parts: [
      'A coating',
      'at least one silane selected from the group consisting of:\na linear silane of the formula\nSikH2k+2\nwherein k is 2 to 8,\na cyclic silane, and\na cage of silicon',
      'a solvent',
    ],
  },
  {
    about: 'a disease selected from a group before the transition',
    claim:
      'A method of treating a disease selected from the group consisting of gout, colic, and scurvy comprising giving a drug.',
    transition: 'comprising',
    parts: [
      'A method of treating a disease selected from the group consisting of gout, colic, and scurvy',
      'giving a drug',
    ],
  },
  {
    about: 'lists in lists, and steps that are named',
    claim:
      'A method comprising: (a) mixing; (b) heating the mixture of step (a), which includes (i) melting it and (ii) stirring it; and (c) cooling the product of (b).',
    transition: 'comprising',
    parts: [
      'A method',
      'mixing',
      'heating the mixture of step (a), which includes',
      'melting it',
      'stirring it',
      'cooling the product of (b)',
    ],
  },
  {
    about: 'reference signs that are letters',
    claim: 'A pump comprising a housing (a); a rotor (b) in the housing (a); and a seal (c).',
    transition: 'comprising',
    parts: ['A pump', 'a housing (a)', 'a rotor (b) in the housing (a)', 'a seal (c)'],
  },
  {
    about: 'a sentence that goes on after a line',
    claim: 'A pump comprising:\na rotor having a plurality\nof vanes; and\na seal.',
    transition: 'comprising',
    parts: ['A pump', 'a rotor having a plurality\nof vanes', 'a seal'],
  },
  {
    about: 'what is said of a claim without wherein',
    claim: 'The pump as claimed in claim 1, the rotor being of steel.',
    transition: null,
    parts: ['The pump as claimed in claim 1', 'the rotor being of steel'],
  },
  {
    about: 'a thing of its own that contains that of another claim',
    claim: 'A kit comprising the pump of claim 1 and a bag.',
    transition: 'comprising',
    parts: ['A kit', 'the pump of claim 1 and a bag'],
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

/** What belongs to the elements of a claim, by their labels. */
const detailsOf = (claim: string, levels?: number[]) =>
  Object.fromEntries(
    claimElements(claim, 1, { levels }).elements.map((element) => {
      for (const { text, start, end } of [
        ...(element.alternatives ?? []),
        ...(element.definitions ?? []),
      ]) {
        expect(claim.slice(start, end)).toBe(text);
      }
      return [element.label, element];
    }),
  );
const texts = (parts: { text: string }[] | undefined) => parts?.map(({ text }) => text);

it.each([
  [
    'a metal selected from the group consisting of iron, copper and zinc',
    ['iron', 'copper', 'zinc'],
  ],
  [
    'a metal selected from iron, an alloy of copper, and mixtures thereof',
    ['iron', 'an alloy of copper'],
  ],
  ['at least one of a lamp, a buzzer, or a horn', ['a lamp', 'a buzzer', 'a horn']],
  ['a lid that is either hinged or screwed', ['hinged', 'screwed']],
  ['one of the lenses, which is convex', undefined],
  [
    'a solvent selected from 1,2-dimethoxyethane, water and (R,S)-butanediol',
    ['1,2-dimethoxyethane', 'water', '(R,S)-butanediol'],
  ],
  [
    'a salt chosen from the group consisting of a nitrate; a sulfate, with water; and a borate',
    ['a nitrate', 'a sulfate, with water', 'a borate'],
  ],
  [
    'selecting the joint from a group consisting of: bent elbows; elbows; tees; and crosses',
    ['bent elbows', 'elbows', 'tees', 'crosses'],
  ],
  ['selecting the joint from the box', undefined],
  ['a mixer and a lamp', undefined],
])('alternatives of “%s”: %j', (limitation, expected) => {
  const { '1b': element } = detailsOf(`A device comprising ${limitation}.`);
  expect(texts(element!.alternatives)).toEqual(expected);
});

it.each([
  [
    'a vessel of a metal selected from the group consisting of iron and zinc, wherein it is round',
    'a vessel of a metal iron',
  ],
  ['at least one of a lamp or a horn', 'a lamp'],
  ['a lid that is either hinged or screwed', 'a lid that is hinged'],
  ['a lid', 'a lid'],
])('reads “%s” with one of its alternatives', (limitation, reading) => {
  expect(readingsOf(detailsOf(`A device comprising ${limitation}.`)['1b']!)[0]).toBe(reading);
});

it('takes a list whose last item follows on "or" for alternatives', () => {
  const claim =
    'A lock, comprising:\na bolt; and\na driver being:\n(i) a motor;\n(ii) a spring with a catch; or\n(iii) a magnet.';
  const details = detailsOf(claim);
  expect(Object.keys(details)).toEqual(['1a', '1b', '1c']);
  expect(texts(details['1c']!.alternatives)).toEqual([
    'a motor',
    'a spring with a catch',
    'a magnet',
  ]);
});

it('gives definitions to the formula that they define', () => {
  const claim =
    'A paint comprising: a resin of formula (II)\n[structure 1]\nwherein m is 1 to 5;\nR3 is methyl, with the proviso that m is 1; and\na pigment.';
  expect(texts(detailsOf(claim)['1b']!.definitions)).toEqual([
    'wherein m is 1 to 5',
    'R3 is methyl, with the proviso that m is 1',
  ]);
});

it('does not take a limitation for a definition', () => {
  const claim =
    'A car comprising: a motor; and an ECU, wherein the ECU is locked, and wherein A is absent.';
  expect(Object.values(detailsOf(claim)).flatMap(({ definitions = [] }) => definitions)).toEqual(
    [],
  );
});

it('tells which element belongs to which', () => {
  const within = (claim: string, levels?: number[]) =>
    Object.values(detailsOf(claim, levels)).map(
      (element) => `${element.label}${element.within ? ` in ${element.within}` : ''}`,
    );
  expect(
    within('A pump comprising: (a) a rotor having (i) vanes and (ii) a shaft; and (b) a seal.'),
  ).toEqual(['1a', '1b', '1c in 1b', '1d in 1b', '1e']);
  expect(
    within(
      'A pump, comprising:\na rotor having\nvanes of steel; and\na shaft; and\na seal, wherein the seal is soft.',
      [0, 1, 2, 2, 1],
    ),
  ).toEqual(['1a', '1b', '1c in 1b', '1d in 1b', '1e', '1f in 1e']);
  expect(
    within(
      'A system comprising: a memory storing instructions for operations comprising: reading a page; and printing it; and a lamp.',
    ),
  ).toEqual(['1a', '1b', '1c in 1b', '1d in 1b', '1e']);
});

it.each([
  ['a lamp that is lit if the door is open', []],
  ['if the door is open, lighting the lamp', ['condition', 'step']],
  ['heating in response to a signal', ['condition', 'step']],
  ['heating to between 20 and 40 °C', ['range', 'step']],
  ['heating to at least 20 °C', ['range', 'step']],
  ['a solvent free of water', ['negative']],
  ['not less than one lamp', []],
  ['optionally drying', ['optional', 'step']],
  ['then drying', ['step', 'ordered']],
  ['drying after the step of heating', ['step', 'ordered']],
])('what the words of “%s” say: %j', (limitation, traits) => {
  const { '1c': element } = detailsOf(`A method comprising: mixing a paste; ${limitation}.`);
  expect(element!.traits ?? []).toEqual(traits);
});

it('marks what is known in a claim of two parts', () => {
  const details = detailsOf(
    'A valve comprising a body, characterised in that the seat is of ceramic.',
  );
  expect(Object.values(details).map(({ traits = [] }) => traits.includes('known'))).toEqual([
    false,
    true,
    false,
  ]);
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

it('puts independent claims first, and leaves out cancelled ones', () => {
  const claims = [
    { number: 1, text: 'A pump.', dependsOn: [] },
    { number: 2, text: 'The pump of claim 1, wherein it is red.', dependsOn: [1] },
    { number: 3, text: 'A valve.', dependsOn: [] },
    { number: 4, text: '(canceled)', dependsOn: [] },
    { number: 5, text: '5-18. (cancelled)', dependsOn: [] },
  ];
  expect(reportClaims(claims).map(({ number, independent }) => [number, independent])).toEqual([
    [1, true],
    [3, true],
    [2, false],
  ]);
});

it('splits hostile texts of a megabyte in time that does not grow with their length', () => {
  const units = [
    ' ',
    '\n',
    ',',
    ';',
    '(',
    'a, ',
    '(a) ',
    'a) b) ',
    '1. ',
    'the method ',
    'comprising ',
    'wherein ',
    'in which ',
    'means ',
    'n is 0; ',
    'R1, ',
    'A, B ',
    'one of a, ',
    'either a or b ',
    'selected from ',
    'or ',
    'claim 1, ',
    '[formula 1] ',
    'characterised in that ',
  ];
  for (const unit of units) {
    const text = unit.repeat(1_400_000 / unit.length);
    for (const { start, end, text: words } of claimElements(text, 1).elements) {
      expect(text.slice(start, end)).toBe(words);
    }
  }
});
