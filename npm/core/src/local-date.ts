/** The local date of a time, as YYYY-MM-DD. What is overdue depends on where the caller is. */
export function localDate(now: number): string {
  const date = new Date(now);
  const part = (number: number, digits: number) => String(number).padStart(digits, '0');
  return [part(date.getFullYear(), 4), part(date.getMonth() + 1, 2), part(date.getDate(), 2)].join(
    '-',
  );
}
