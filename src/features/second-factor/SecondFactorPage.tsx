export function SecondFactorPage() {
  return <h1 tabIndex={-1}>Set up a second factor.</h1>
}
