// A figure whose regions the entries of a list cover, such as armour on a body.

import { EntriesList } from "./entries";
import { Findings } from "./help";
import type { Entries, Field, FormContext, Group, LayoutOf, Step, Value } from "./types";

export function Figure({ layout, field, context }: { layout: LayoutOf<"figure">; field: Entries; context: FormContext }) {
  const covering = (region: string) =>
    layout.entries.flatMap((entry, index) => (entry.regions.includes(region) ? [`${field.entries[index]?.label}: ${entry.effect}`] : []));
  return (
    <>
      <div class="figure">
        <svg viewBox="0 0 100 200" role="img" aria-label={`What is covered: ${layout.regions.map(({ name }) => name).filter((name) => covering(name).length).join(", ") || "nothing"}`}>
          {layout.regions.map(({ name, path }) => (
            <path key={name} d={path} class={covering(name).length ? "covered" : ""}>
              <title>{`${name}: ${covering(name).join("; ") || "nothing"}`}</title>
            </path>
          ))}
        </svg>
        <dl>
          {layout.regions.map(({ name }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{covering(name).join("; ") || "–"}</dd>
            </div>
          ))}
        </dl>
      </div>
      <EntriesList field={withoutField(field, layout.field)} context={context} after={(_, index) => (
        <Regions
          entry={field.entries[index] as Field}
          name={layout.field}
          regions={layout.regions.map(({ name }) => name)}
          covered={layout.entries[index]?.regions ?? []}
          context={context}
        />
      )} />
    </>
  );
}

/** The regions of one entry, each with a tick. A change writes them all, but for those of the book, which need no words. */
function Regions(props: { entry: Field; name: string; regions: string[]; covered: string[]; context: FormContext }) {
  const { entry, name, regions, covered, context } = props;
  const field = entry.kind === "group" ? entry.fields.find((inner) => inner.label === name) : undefined;
  const path: Step[] = [...entry.path, name];
  const set = (region: string, isCovered: boolean) => {
    const next: Value = regions.filter((each) => (each === region ? isCovered : covered.includes(each)));
    const usual = regions.filter((each) => field?.hint?.split(", ").includes(each));
    const isUsual = next.join() === usual.join();
    context.change(next.length > 0 && !isUsual ? { path, value: next } : { path, remove: true });
  };
  return (
    <fieldset class="regions" aria-label={`What ${entry.label} covers`}>
      {regions.map((region) => (
        <label key={region}>
          <input type="checkbox" checked={covered.includes(region)} onChange={(event) => set(region, event.currentTarget.checked)} /> {region}
        </label>
      ))}
      <Findings findings={field?.findings ?? []} context={context} />
    </fieldset>
  );
}

/** Leave a field out of each entry: the ticks show it. */
function withoutField(field: Entries, name: string): Entries {
  const entries = field.entries.map((entry) =>
    entry.kind === "group" ? ({ ...entry, fields: entry.fields.filter((inner) => inner.label !== name) } as Group) : entry,
  );
  return { ...field, entries };
}
