import { describe, expect, it } from 'vitest';
import { detectLanguage } from './analyze.ts';
import { stemEnglish } from './stem-english.ts';
import { tokenize } from './tokenize.ts';

const words = (text: string) => {
  const found: string[] = [];
  tokenize(text, (word) => found.push(word));
  return found;
};

describe('tokenize', () => {
  it.each([
    ["The nation's well-known U.S. code A61K-8/00", 'the nation well known u s code a61k 8 00'],
    ['Résumé, naïve Ｆｕｌｌ ＷＩＤＴＨ', 'resume naive full width'],
    ['<p class="x">a&nbsp;b &amp; c</p> 1 < 2 > 0', 'a b c 1 2 0'],
    ['東京都', '東京 京都'],
    ['हिन्दी भाषा', 'हिन्दी भाषा'],
  ])('splits %s', (text, expected) => {
    expect(words(text).join(' ')).toBe(expected);
  });

  it('gives the offsets of every word in the original text', () => {
    const text = '<b>Élan</b> vital 😀 東京都';
    const pieces: string[] = [];
    tokenize(text, (_, start, end) => pieces.push(text.slice(start, end)));
    expect(pieces).toEqual(['Élan', 'vital', '東京', '京都']);
  });
});

describe('stemEnglish', () => {
  // From the vocabulary published with the algorithm, https://snowballstem.org.
  it.each([
    ['consigned', 'consign'],
    ['consistency', 'consist'],
    ['consolation', 'consol'],
    ['knightly', 'knight'],
    ['knives', 'knive'],
    ['generously', 'generous'],
    ['communication', 'communic'],
    ['hopping', 'hop'],
    ['hoping', 'hope'],
    ['relational', 'relat'],
    ['happily', 'happili'],
    ['skies', 'sky'],
    ['succeeding', 'succeed'],
    ['ties', 'tie'],
    ['cries', 'cri'],
    ['dying', 'die'],
    ['gas', 'gas'],
    ['kiwis', 'kiwi'],
    ['sensational', 'sensat'],
    ['electricity', 'electr'],
    ['adjustable', 'adjust'],
    ['controlling', 'control'],
    ['probate', 'probat'],
  ])('%s → %s', (word, stem) => {
    expect(stemEnglish(word)).toBe(stem);
  });
});

describe('detectLanguage', () => {
  it.each([
    ['en', 'The quick fox jumps over the lazy dog and it is not tired'],
    ['de', 'Der schnelle Fuchs springt über den faulen Hund und ist nicht müde'],
    ['fr', 'Le renard rapide saute par dessus le chien et il est dans la forêt'],
    ['es', 'El zorro salta sobre el perro y no es la primera vez en la historia'],
    ['und', '東京都 大阪府 京都市'],
    ['und', 'A61K C12N H04L'],
  ])('recognises %s', (language, text) => {
    expect(detectLanguage([text])).toBe(language);
  });
});
