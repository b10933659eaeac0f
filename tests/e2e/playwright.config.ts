import { defineConfig } from '@playwright/test';
import { findChromium } from './support/find-chromium.ts';

/** What a person does, in Chromium, against a local stack of its own. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../../test-results',
  globalSetup: './support/start-stack.ts',
  // Tests share nothing but the stack: each changes only what it has made.
  fullyParallel: true,
  workers: '100%',
  projects: [
    { name: 'journeys', testIgnore: '**/authenticator.spec.ts' },
    // Sets the clock of the stack forward, so it runs when no other test does.
    { name: 'clock', testMatch: '**/authenticator.spec.ts', dependencies: ['journeys'] },
  ],
  // Two of them share two cores with another check, so an answer may take a while.
  timeout: 1_200_000,
  expect: { timeout: 120_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  // Nothing records a trace, which takes a quarter of the time. `--trace on` does.
  use: {
    // Set by the global setup, which runs before the workers read this file.
    baseURL: process.env.E2E_ORIGIN,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
});
