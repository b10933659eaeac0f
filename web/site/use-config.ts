import { useEffect, useState } from 'react';
import { loadConfig, type WebConfig } from '#web/lib/config.ts';

/** The run-time configuration. Undefined until it is loaded; what needs it is left out of the page until then. */
export function useConfig(): WebConfig | undefined {
  const [config, setConfig] = useState<WebConfig>();
  useEffect(() => {
    // Without the configuration the page only lacks some links.
    loadConfig().then(setConfig, () => undefined);
  }, []);
  return config;
}
