import { defineConfig } from 'oxlint';
import { roomOverrides } from './oxlint.rooms.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'vitest'],
  categories: { correctness: 'error' },
  ignorePatterns: ['dist', 'cdk.out', '.local'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/only-throw-error': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'preserve-caught-error': 'error',
    'no-unused-vars': 'off',
    'unicorn/no-useless-spread': 'error',
    'typescript/no-base-to-string': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/no-misused-spread': 'off',
    'no-control-regex': 'off',
    'typescript/unbound-method': 'off',
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: [
          'expect',
          'expect*',
          'expectTypeOf',
          'assert*',
          'fc.assert',
          'failToStart',
        ],
      },
    ],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
  },
  overrides: [
    ...roomOverrides,
    {
      // A statement that does not stand on the line of its condition has braces.
      files: ['packages/local/**'],
      rules: { curly: ['error', 'multi-line', 'consistent'] },
    },
  ],
});
