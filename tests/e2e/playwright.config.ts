import { defineConfig } from '@playwright/test';
import { findChromium } from './support/find-chromium.ts';

/** What a person does, in Chromium, against a local stack of its own. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../../test-results',
  globalSetup: './support/start-stack.ts',
  // Two shared cores run the browser and the whole stack.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    // Set by the global setup, which runs before the workers read this file.
    baseURL: process.env.E2E_ORIGIN,
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
});
