/**
 * The coefficients that leave the least sum of squares, by orthogonal columns (Gram-Schmidt, twice for accuracy); null
 * where a column depends on those before it.
 */
export function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): number[] | null {
  const width = rows[0]?.length ?? 0
  const columns: number[][] = []
  const upper: number[][] = []
  for (let at = 0; at < width; at++) {
    const column = rows.map((row) => row[at]!)
    const size = lengthOf(column)
    const shares = new Array<number>(width).fill(0)
    for (let pass = 0; pass < 2; pass++) {
      for (const [earlier, unit] of columns.entries()) {
        const share = product(unit, column)
        shares[earlier]! += share
        for (const [row, value] of unit.entries()) column[row]! -= share * value
      }
    }
    const left = lengthOf(column)
    if (left <= 1e-9 * size) return null
    shares[at] = left
    columns.push(column.map((value) => value / left))
    upper.push(shares)
  }
  const result = new Array<number>(width).fill(0)
  for (let at = width - 1; at >= 0; at--) {
    let value = product(columns[at]!, values)
    for (let later = at + 1; later < width; later++) value -= upper[later]![at]! * result[later]!
    result[at] = value / upper[at]![at]!
  }
  return result
}

const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0)

const lengthOf = (column: readonly number[]): number => Math.sqrt(product(column, column))
