/** Texts that are too long for one text area, edited part by part. */
export const parts = {
  earlier: 'Earlier part',
  later: 'Later part',
  lines: (first: number, last: number, all: number) => `Lines ${first} to ${last} of ${all}`,
  characters: (first: number, last: number, all: number) => `Characters ${first} to ${last} of ${all}`,
};
