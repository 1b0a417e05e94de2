// Buttons of which one is pressed: they choose what a pane shows.

export function Tabs<Key extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string;
  tabs: readonly (readonly [Key, string])[];
  chosen: Key;
  onChoose: (key: Key) => void;
}) {
  return (
    <div class="tabs" role="group" aria-label={label}>
      {tabs.map(([key, title]) => (
        <button type="button" key={key} aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          {title}
        </button>
      ))}
    </div>
  );
}
