/** Placeholder for the reader's own key. */
export const keyPlaceholder = 'YOUR_API_KEY';

/** A call of the public index API. */
export interface ExampleCall {
  url: string;
  /** `POST` if absent. */
  method?: string | undefined;
  apiKey: string;
  body: object;
}

/** Quotes a word for a POSIX shell. Inside single quotes only the single quote is special. */
const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** The call as a curl command. */
export function curlExample({ url, method, apiKey, body }: ExampleCall): string {
  return [
    `curl ${method ? `-X ${method} ` : ''}${quote(url)}`,
    `-H ${quote(`x-api-key: ${apiKey}`)}`,
    `-H ${quote('content-type: application/json')}`,
    `-d ${quote(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** The call as a program for Node. `print` is code that shows the variable `result`. */
export function typeScriptExample(
  { url, method = 'POST', apiKey, body }: ExampleCall,
  print: string,
): string {
  return `const answer = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: { 'x-api-key': ${JSON.stringify(apiKey)}, 'content-type': 'application/json' },
  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),
});
const result = await answer.json();
if (!answer.ok) throw new Error(result.errors[0].message);
${print}`;
}

/** The call as a program for Python 3 with its standard library only. */
export function pythonExample({ url, method, apiKey, body }: ExampleCall, print: string): string {
  return `import json
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(${pythonLiteral(body)}).encode(),
    headers={"x-api-key": ${JSON.stringify(apiKey)}, "content-type": "application/json"},${method ? `\n    method="${method}",` : ''}
)
with urllib.request.urlopen(request) as answer:
    result = json.load(answer)
${print}`;
}

/** Indents the body by two spaces. */
const indented = (text: string) => text.replaceAll('\n', '\n  ');

/** A JSON value as a Python literal. */
function pythonLiteral(value: unknown, depth = 1): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = '    '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, depth + 1))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${'    '.repeat(depth)}${close}`;
}
