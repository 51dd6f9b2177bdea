/** The build imports these files as text. */
declare module '*.bash' {
  const script: string;
  export default script;
}
declare module '*.zsh' {
  const script: string;
  export default script;
}
declare module '*.ps1' {
  const script: string;
  export default script;
}
declare module '*.fish' {
  const script: string;
  export default script;
}
