import type { LayersNode } from '../../src/vscode/layers/layersNodes.ts';
import type { LayersTree } from '../../src/vscode/layers/layersTree.ts';

/** The open tree as text: what a person reads, indented. */
export async function drawn(tree: LayersTree, open: (node: LayersNode) => boolean): Promise<string[]> {
  const lines: string[] = [];
  const draw = async (node: LayersNode | undefined, indent: string) => {
    for (const child of await tree.getChildren(node)) {
      const item = tree.getTreeItem(child);
      lines.push(`${indent}${item.label}${item.description ? ` | ${item.description}` : ''}`);
      if (open(child)) {
        await draw(child, `${indent}  `);
      }
    }
  };
  await draw(undefined, '');
  return lines;
}
