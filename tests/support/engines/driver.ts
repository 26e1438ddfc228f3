/** The engines of browsers. All of iPhones are WebKit. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

export interface WindowSize {
  width: number
  height: number
}

/** Keys that are no characters. */
export type KeyName = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown'

/** A running browser with one page: the little that each engine does in a way of its own. */
export interface Driver {
  goTo(url: string): Promise<void>
  goBack(): Promise<void>
  goForward(): Promise<void>
  reload(): Promise<void>
  /** The value of an expression in the page, once its promise is settled; anything that JSON can hold. */
  evaluate(expression: string): Promise<unknown>
  /** A click of the mouse, in CSS pixels from the window's corner. */
  click(x: number, y: number): Promise<void>
  key(name: KeyName): Promise<void>
  /** Types characters where the focus is. */
  type(text: string): Promise<void>
  /** A PNG of the window. */
  screenshot(): Promise<Buffer>
  /** Errors and warnings of the console since the start. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

/** How a browser is started. */
export interface DriverOptions {
  /** Holds the profile, which lasts until the next start. */
  folder: string
  window: WindowSize
}

/** The browsers' language: the app formats figures in its own. */
export const LANGUAGE = 'de-DE'
export const TIME_ZONE = 'Europe/Berlin'
