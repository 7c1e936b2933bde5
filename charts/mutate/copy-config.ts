/** Copies the configuration of a machine, so that the copy can be changed. */

/** Returns a copy of plain objects and arrays, to any depth. Functions and instances of classes are shared. */
export function copyConfig<Config>(config: Config): Config {
  if (Array.isArray(config)) return config.map(copyConfig) as Config
  if (config === null || typeof config !== 'object' || !isPlain(config)) return config
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, copyConfig(value)]),
  ) as Config
}

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype
