/**
 * What clients say of themselves, as far as it is well-formed for certain. The SDK has the whole truth, and takes long to
 * load: what is refused here may still be right.
 */

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const object: Check = isObject;
const never: Check = () => false;

/** An object in which these fields, where they are there, are right; others do not matter. */
function having(fields: Record<string, Check>): Check {
  return (value) =>
    isObject(value) &&
    Object.entries(fields).every(
      ([name, check]) => !Object.hasOwn(value, name) || check(value[name]),
    );
}

const objectOfObjects: Check = (value) => isObject(value) && Object.values(value).every(isObject);

export const isCapabilities = having({
  experimental: objectOfObjects,
  sampling: having({ context: object, tools: object }),
  elicitation: having({ form: having({ applyDefaults: flag }), url: object }),
  roots: having({ listChanged: flag }),
  tasks: having({
    list: object,
    cancel: object,
    requests: having({
      sampling: having({ createMessage: object }),
      elicitation: having({ create: object }),
    }),
  }),
  extensions: objectOfObjects,
});

const hasUsualInfo = having({
  name: text,
  version: text,
  title: text,
  websiteUrl: text,
  description: text,
  icons: never,
});

export function isClientInfo(value: unknown): boolean {
  return hasUsualInfo(value) && hasAll(value, ['name', 'version']);
}

/** Whether it is an object with all of the fields `needed`, and no others but the `possible` ones. */
export function hasOnly(
  value: unknown,
  needed: readonly string[],
  possible: readonly string[] = [],
): value is Record<string, unknown> {
  return (
    hasAll(value, needed) &&
    Object.keys(value).every((name) => needed.includes(name) || possible.includes(name))
  );
}

function hasAll(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && names.every((name) => Object.hasOwn(value, name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
