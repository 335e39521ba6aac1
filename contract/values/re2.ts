/**
 * The message for a regular expression that RE2 refuses. RE2's own message for a look-behind, "invalid named capture",
 * would mislead the author.
 */
export const noneOfRe2 = 'is not valid in RE2, which has no look-around and no backreferences';
