"""`chargen completion`: what makes a shell complete commands, options, games, roles, presets, codes and files."""

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    epilog="""\b
Once, and then in every new shell:
  bash  chargen completion bash > ~/.local/share/bash-completion/completions/chargen
  zsh   chargen completion zsh > ~/.zfunc/_chargen
        (in ~/.zshrc, before compinit: fpath+=~/.zfunc)
  fish  chargen completion fish > ~/.config/fish/completions/chargen.fish
For this shell alone:
  bash  eval "$(chargen completion bash)"
  zsh   eval "$(chargen completion zsh)"
  fish  chargen completion fish | source""",
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that lets a shell complete chargen's commands.

    Tab completes commands, options, games, roles, presets, paper sizes, formats, codes and files.
    """
    kind = get_completion_class(shell)
    assert kind is not None, "Click knows these shells"
    click.echo(kind(ctx.find_root().command, {}, "chargen", "_CHARGEN_COMPLETE").source())
