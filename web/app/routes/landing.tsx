export function Component() {
  return <main id="main">Landing</main>;
}
