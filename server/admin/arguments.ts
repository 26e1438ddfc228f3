import { SettingsError } from '#server/settings-error.ts'

/** A command that was used wrongly: the problem, followed by the command's usage. */
export function usageError(problem: string, usage: string): SettingsError {
  return new SettingsError(`${problem}\n${usage}`)
}

/**
 * Checks how many arguments a subcommand was given.
 * @param required what the required arguments are, as shown to the operator
 * @param most how many arguments are allowed in total
 * @throws SettingsError that names the missing or the unexpected argument
 */
export function requireArguments(
  args: readonly string[],
  required: readonly string[],
  usage: string,
  most = required.length,
): void {
  const missing = required[args.length]
  if (missing !== undefined) throw usageError(`Missing argument: ${missing}.`, usage)
  const extra = args[most]
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`, usage)
}

/**
 * Finds a subcommand.
 * @param name the first argument
 * @throws SettingsError with the usage if there is no such command
 */
export function findCommand<Command>(
  commands: Readonly<Record<string, Command>>,
  name: string | undefined,
  usage: string,
): Command {
  if (name === undefined) throw new SettingsError(usage)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw usageError(`There is no command ${name}.`, usage)
  return command
}
