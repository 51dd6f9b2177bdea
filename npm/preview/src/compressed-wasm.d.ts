/** The core, compressed and as base64; put there by the build. */
declare module 'compressed-wasm' {
  const base64: string;
  export default base64;
}
