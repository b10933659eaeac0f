import { configureGlobal } from 'fast-check';

// The same cases in every run, so that a failure is one of the change and not of chance. `FUZZ_SEED` tries others.
configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_121) });
