"""What several families of metrics share."""
