import { Gauge, type Registry } from 'prom-client'

/** A gauge of the registry. Without labels it starts at 0; `remove()` leaves it out until it is set. */
export const addGauge = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[] = [],
): Gauge<Label> => new Gauge({ name, help, labelNames, registers: [registry] })
