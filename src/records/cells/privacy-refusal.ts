/** Why nothing with amounts leaves the screen in privacy mode. */
export const PRIVACY_REFUSAL = 'Privacy mode is on: turn it off to copy or download amounts.'
