import { Gauge, type Registry } from 'prom-client'

/** A gauge whose series is absent while its figure is not known: prom-client's reset would leave 0, which is a value. */
export function knownGauge(
  registry: Registry,
  { name, help }: { name: string; help: string },
  read: () => number | null | Promise<number | null>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const figure = await read()
      if (figure === null) this.remove()
      else this.set(figure)
    },
  })
}
