// The packages have no types of their own; this is what scripts/build/classic-scripts.mjs uses of them.

declare module '@babel/core' {
  interface Path {
    node: { meta: { name: string }; quasi: { quasis: { value: { raw: string } }[] } }
    getFunctionParent(): object | null
    buildCodeFrameError(message: string): Error
  }
  export type Plugin = () => { visitor: Record<string, (path: Path) => void> }
  export function transformAsync(code: string, options: object): Promise<{ code: string } | null>
}

declare module '@babel/plugin-transform-dynamic-import' {
  import type { Plugin } from '@babel/core'
  const plugin: Plugin
  export default plugin
}

declare module '@babel/plugin-transform-modules-systemjs' {
  import type { Plugin } from '@babel/core'
  const plugin: Plugin
  export default plugin
}
