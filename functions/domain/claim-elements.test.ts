import { expect, test } from 'vitest';
import { assistantSettings } from './assistant-settings.ts';
import { claimElements } from './claim-elements.ts';

const claim = `An infusion pump, comprising:
a motor that moves a piston;
a sensor of the pressure in the line; and
a controller, wherein the controller stops the motor when the pressure rises.`;

test('a claim is split after "comprising", at semicolons and before "wherein"', () => {
  expect(claimElements(claim, 4)).toEqual([
    { label: '4a', text: 'An infusion pump, comprising' },
    { label: '4b', text: 'a motor that moves a piston' },
    { label: '4c', text: 'a sensor of the pressure in the line' },
    { label: '4d', text: 'a controller' },
    { label: '4e', text: 'wherein the controller stops the motor when the pressure rises.' },
  ]);
});

test('a claim without such words is one element', () => {
  expect(claimElements('A pump as shown.', 1)).toEqual([{ label: '1a', text: 'A pump as shown.' }]);
});

test('the last element of a long claim takes what is left', () => {
  const parts = Array.from({ length: 30 }, (_, part) => `a part number ${part}`);
  const elements = claimElements(`A thing, comprising: ${parts.join('; ')}`, 1);
  expect(elements).toHaveLength(assistantSettings.elementsPerClaim);
  expect(elements.at(-1)!.text).toContain('a part number 29');
});
