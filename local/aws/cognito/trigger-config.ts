/** Function ARNs of a pool's `LambdaConfig`. */
export interface Triggers {
  PreSignUp?: string;
  PreAuthentication?: string;
  PostConfirmation?: string;
  CustomMessage?: string;
  PreTokenGeneration?: string;
  /** Shape of the pre-token event: 1 speaks of the ID token only, 2 and 3 of both tokens. */
  preTokenVersion: '1' | '2' | '3';
}

const triggerNames = [
  ...(['PreSignUp', 'PreAuthentication', 'PostConfirmation'] as const),
  ...(['CustomMessage', 'PreTokenGeneration'] as const),
];

export type TriggerName = (typeof triggerNames)[number];

/** Reads `LambdaConfig`; `refuse` is called for a trigger that is not emulated. */
export function readTriggers(
  { PreTokenGenerationConfig, ...config }: Record<string, unknown>,
  refuse: (what: string) => never,
): Triggers {
  const triggers: Triggers = { preTokenVersion: '1' };
  for (const [name, arn] of Object.entries(config)) {
    if (!isTriggerName(name)) return refuse(`trigger ${name}`);
    triggers[name] = String(arn);
  }
  if (PreTokenGenerationConfig) {
    const { LambdaArn, LambdaVersion } = PreTokenGenerationConfig as Record<string, string>;
    const version = /^V([123])_0$/.exec(LambdaVersion ?? '')?.[1];
    if (!version) return refuse(`PreTokenGenerationConfig ${LambdaVersion}`);
    triggers.PreTokenGeneration = LambdaArn;
    triggers.preTokenVersion = version as '1' | '2' | '3';
  }
  return triggers;
}

function isTriggerName(name: string): name is TriggerName {
  return (triggerNames as string[]).includes(name);
}
