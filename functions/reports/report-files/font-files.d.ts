/** Font files as `data:` URLs: esbuild and Vite put them into the bundle. */
declare module '*.woff?inline' {
  const dataUrl: string;
  // biome-ignore lint/style/noDefaultExport: that is how bundlers give the URL
  export default dataUrl;
}
declare module '*.ttf?inline' {
  const dataUrl: string;
  // biome-ignore lint/style/noDefaultExport: that is how bundlers give the URL
  export default dataUrl;
}
