/** Traditional characters with their simplified ones: `乾 干|亂 乱|…`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  // biome-ignore lint/style/noDefaultExport: that is how the package gives them
  export default pairs;
}
