/**
 * The name of a cell: one of several installations behind a common proxy. Empty: this one is alone. What a cell makes
 * carries its name, so that the proxy finds the way without asking anybody.
 */
export const CELL_NAME = '[a-z][a-z0-9]{0,11}';

/** A secret text with the name of its cell before it: `eu1.<secret>`. */
export function inCell(cell: string, secret: string): string {
  return cell === '' ? secret : `${cell}.${secret}`;
}

/** The address with the name of its cell in the query. */
export function addressInCell(cell: string, address: string): string {
  if (cell === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}cell=${cell}`;
}
